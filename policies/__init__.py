"""The policy pack: what no stack may do, judged by the engine at preview and at update, on our programs and on other people's."""
