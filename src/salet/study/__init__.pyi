from .grid import Cell as Cell
from .grid import Grid as Grid
from .results import Results as Results
from .runner import run_study as run_study
from .runner import tie_noise as tie_noise
from .spec import Study as Study
from .summary import runs_report as runs_report
from .summary import study_report as study_report
