from .objectives import OBJECTIVES as OBJECTIVES
from .objectives import Objective as Objective
from .optimum import Optimum as Optimum
from .optimum import best_openers as best_openers
from .optimum import optimal as optimal
from .solver import Solution as Solution
