"""A bot: any word that fits all it was told."""

from salet.arena import Bot


class Ada(Bot):
    """Takes a candidate by chance."""

    def guess(self, request):
        """Choose one of the words that are left."""
        return request.rng.choice(request.candidates)
