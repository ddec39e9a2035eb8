"""Commands run against the rehearsal cloud: scratch folder, environment and world, apart from everything that is the user's."""

from rehearsal.session.errors import SessionError
from rehearsal.session.sessions import Session, prepare

__all__ = ["Session", "SessionError", "prepare"]
