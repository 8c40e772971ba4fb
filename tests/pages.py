"""Reads pages as a browser would: what is in them, and what they would fetch."""

import re
from html.parser import HTMLParser


class Reader(HTMLParser):
    """Collects what a page is made of."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.open, self.crossed = [], [], [], []
        self.cells, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attributes]
        if tag not in ("meta", "wbr"):
            self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")
            self.inside = True

    def handle_endtag(self, tag):
        if self.open[-1:] == [tag]:
            self.open.pop()
        else:
            self.crossed.append(tag)
        if tag in ("td", "th"):
            self.inside = False

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_data(self, data):
        if self.inside:
            self.cells[-1] += data


def resources(text):
    """Return everything that a browser would fetch for a page."""
    loading = {"src", "srcset", "data", "action", "poster", "xlink:href", "background"}
    reader = Reader(text)
    fetched = [item for item in reader.attributes if item[1] in loading]
    fetched += [item for item in reader.attributes if item[:2] == ("link", "href")]
    return fetched + re.findall(r"@import|url\((?!#)", text)
