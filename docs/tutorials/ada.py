"""A bot: any word that fits all replies."""

from salet.arena import Bot


class Ada(Bot):
    """Picks a random candidate."""

    def guess(self, request):
        """Choose one of the words that are left."""
        return request.rng.choice(request.candidates)
