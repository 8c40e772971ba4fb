from .environment import Environment as Environment
from .environment import Fault as Fault
from .environment import Outcome as Outcome
from .environment import Rewards as Rewards
from .environment import Transition as Transition
from .text import Dialogue as Dialogue
