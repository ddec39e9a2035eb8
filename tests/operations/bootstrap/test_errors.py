"""The tree of bootstrap errors: shown at the head of its module, caught by its base, and each with a way out."""

from operations.bootstrap import errors
from operations.bootstrap.errors import BootstrapError
from tests.support.errors import assert_each_says_what_next, assert_tree_is_shown, error_types


def test_the_tree_at_the_head_is_the_modules():
    assert_tree_is_shown(errors)


def test_each_type_says_what_to_do_next():
    assert_each_says_what_next(errors)


def test_a_command_catches_them_all_by_their_base():
    assert len(error_types(errors)) > 1
    assert all(issubclass(value, BootstrapError) for value in error_types(errors))
