"""Games for programs that learn or are tested: replies, rewards kept apart, and exact regret."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
