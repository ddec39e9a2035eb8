"""What a resource type is to the provider: the calls that make, read, set and delete it, as data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Value = Any  # one property value: JSON
Props = Mapping[str, Value]  # property values as the engine sends them: JSON with Pulumi's camelCase names

META = frozenset({"__defaults", "region", "tagsAll"})  # keys every type may carry that are no member of a request

_REFERENCE = re.compile(r"\$([A-Za-z0-9]+)")


@dataclass(frozen=True)
class Given:
    """A property's value inside a filled template; it keeps the property's path so that a message can name it."""

    path: str
    value: Value


@dataclass(frozen=True)
class Filled:
    """A part of a request that is in the API's form already."""

    value: Value


@dataclass(frozen=True)
class When:
    """Part of a template that is left out, or another one, unless the property is set."""

    property: str
    value: Value
    otherwise: Value = None


@dataclass(frozen=True)
class Text:
    """A text made of properties, such as `Text("$clusterName:$nodeGroupName")`, and the way back from it."""

    form: str

    def of(self, known: Props) -> str:
        """The text with every known property put in."""
        return fill_text(self.form, known)

    def parse(self, text: str) -> dict[str, str]:
        """The properties that a text of this form was made of; empty when it has another form."""
        names = _REFERENCE.findall(self.form)
        literal = [re.escape(part) for part in _REFERENCE.split(self.form)[::2]]
        groups = ["(.+?)"] * (len(names) - 1) + ["(.+)"]
        pattern = literal[0] + "".join(group + after for group, after in zip(groups, literal[1:], strict=True))
        match = re.fullmatch(pattern, text)
        return dict(zip(names, match.groups(), strict=True)) if match else {}


@dataclass(frozen=True)
class Call:
    """One API call; `$name` in its arguments stands for a property, `$id` for the id. What is not set is left out."""

    operation: str
    arguments: Props = field(default_factory=dict)
    keep: Mapping[str, str] = field(default_factory=dict)  # name → path in the answer, known to the calls that follow
    tolerate: tuple[str, ...] = ()  # error codes that mean: as wanted already
    needs: str = ""  # property without which there is nothing to call for


@dataclass(frozen=True)
class Reading:
    """One describing call and where the object lies in its answer; an error code that ends like one of `absent` means there is none."""

    operation: str
    arguments: Props
    found: str
    absent: tuple[str, ...] = ()


@dataclass(frozen=True)
class Change:
    """A resource on its way from the old inputs to the new ones."""

    id: str
    olds: Props
    news: Props
    state: Props

    def added(self, name: str) -> list[Value]:
        """Items of a list property that are new."""
        return [item for item in self.news.get(name) or [] if item not in (self.olds.get(name) or [])]

    def removed(self, name: str) -> list[Value]:
        """Items of a list property that are gone."""
        return [item for item in self.olds.get(name) or [] if item not in (self.news.get(name) or [])]


@dataclass(frozen=True)
class Setter:
    """The calls that set some properties of a live resource; with `after_create` the create call cannot take them."""

    properties: tuple[str, ...]
    calls: Callable[[Change], Iterable[Call]]
    after_create: bool = False


def sets(properties: str, *calls: Call, after_create: bool = False) -> Setter:
    """A setter whose calls are always the same."""
    return Setter(tuple(properties.split()), lambda _change: calls, after_create)


@dataclass(frozen=True)
class Kind:
    """One resource type. A property is create-only by the CloudFormation schema, has a setter, or is a listed exception."""

    service: str
    label: str  # the type in messages, in the real provider's words: "EC2 VPC"
    schema: str  # CloudFormation type whose create-only properties hold; "" where there is none
    takes: str  # every Pulumi input the type knows here, split by blanks
    create: Call
    id: str | Text | Callable[[Props], str]  # path in the create answer, or made of properties
    read: Reading
    delete: tuple[Call, ...]
    import_id: Text | None = None  # the real provider's import form where it is not the id
    found_id: str = ""  # path of the id in what is read, where an import does not give it
    more: tuple[Reading, ...] = ()  # further reads, each merged into what is read
    # property → path, or what makes it of what is read, where the name rule does not find it
    reads: Mapping[str, str | Callable[[Props], Value]] = field(default_factory=dict)
    refused: str = ""  # path of the reasons in the answer of a create call that refuses without an error
    outputs: Mapping[str, str | Text] = field(default_factory=dict)  # computed property → path in what is read, or text
    moving: frozenset[str] = frozenset()  # outputs that an update changes: unknown in its preview
    setters: tuple[Setter, ...] = ()
    tag_type: str = ""  # EC2: the ResourceType in the create call's TagSpecifications
    aliases: Mapping[str, str] = field(default_factory=dict)  # Pulumi name → API name, at any depth
    nested: str = ""  # member of the create call that takes what its top level does not
    local: frozenset[str] = frozenset()  # inputs that steer the provider and reach no API
    write_only: frozenset[str] = frozenset()  # inputs the API never shows
    defaults: Props = field(default_factory=dict)  # the provider's own defaults
    computed: frozenset[str] = frozenset()  # inputs, dotted where part of one, that the cloud fills in when the program says nothing
    singles: frozenset[str] = frozenset()  # objects in Pulumi that the API holds as a list of one
    name: str = ""  # property that is named by us when the program does not
    name_prefix: str = ""  # property with the prefix to use for it
    name_start: str = ""  # what every name of ours begins with
    name_limit: int = 255
    unique: tuple[str, ...] = ()  # properties whose sameness forbids old and new side by side
    one_of: tuple[str, ...] = ()  # inputs of which one is given; giving another one instead replaces
    put: bool = False  # the create call also updates
    created: str = ""  # botocore waiters: usable, updated and gone
    deleted: str = ""
    waits_for: Props = field(default_factory=dict)
    patience: tuple[str, ...] = ()  # states that the real provider waits through although botocore's waiter gives up
    settled: tuple[str, ...] = ()  # states in which a resource without a waiter is as it should be
    progress: Reading | None = None  # how an update that runs on its own is followed; `$updateId` is its id
    status: str = "status"  # path in what is read of the state that the resource is in
    broken: tuple[str, ...] = ()  # values of that state of a resource that cannot heal and is to be replaced
    issues: str = ""  # path in what is read of the health issues, each with code and message
    taken: Mapping[str, str] = field(default_factory=dict)  # region → code by which the provider refuses to make what is there
    empty_first: bool = False  # `forceDestroy`: objects go before the bucket

    @property
    def inputs(self) -> tuple[str, ...]:
        """Every Pulumi input of the type, in the table's order."""
        return tuple(self.takes.split())

    @property
    def inside(self) -> Mapping[str, tuple[str, ...]]:
        """What the cloud fills in inside an input, by the input's name."""
        dotted = [path.split(".") for path in sorted(self.computed) if "." in path]
        return {name: tuple(part for top, part in dotted if top == name) for name, _ in dotted}

    def after_create(self) -> tuple[Setter, ...]:
        """Setters that run right after the create call because it cannot take their properties."""
        return tuple(setter for setter in self.setters if setter.after_create)

    def own_id(self, known: Props) -> str | None:
        """The id where properties alone make it, else None."""
        if isinstance(self.id, Text):
            return self.id.of(known)
        return self.id(known) if callable(self.id) else None


def look_up(known: Props, path: str) -> Value:
    """A property by dotted path; None where any part is not set."""
    value: Value = known
    for part in path.split("."):
        if isinstance(value, list):
            value = value[0] if value else None
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def fill(template: Value, known: Props) -> Value:
    """A template with its properties put in; members that hold nothing are left out, and an empty whole is None."""
    if isinstance(template, When):
        return fill(template.otherwise if look_up(known, template.property) is None else template.value, known)
    if isinstance(template, Mapping):
        filled = {key: fill(value, known) for key, value in template.items()}
        return {key: value for key, value in filled.items() if value is not None} or None
    if isinstance(template, list):
        return [item for item in (fill(value, known) for value in template) if item is not None] or None
    if isinstance(template, Text):
        return template.of(known)
    if isinstance(template, str) and template.startswith("$"):
        value = look_up(known, template[1:])
        if isinstance(value, Filled):
            return value.value
        return None if value is None else Given(template[1:], value)
    return template


def fill_text(form: str, known: Props) -> str:
    """A text with `$name` replaced by what is known under it; the rest stays as it is."""
    return _REFERENCE.sub(lambda match: str(known.get(match[1], match[0])), form)


def references(template: Value) -> Iterator[str]:
    """The top-level properties a template takes, conditions included."""
    if isinstance(template, When):
        yield template.property.split(".")[0]
        yield from references(template.value)
        yield from references(template.otherwise)
    elif isinstance(template, Mapping):
        for value in template.values():
            yield from references(value)
    elif isinstance(template, list):
        for value in template:
            yield from references(value)
    elif isinstance(template, str) and template.startswith("$"):
        yield template[1:].split(".")[0]
