"""Makes atkinson-basic.woff2 and atkinson-extended.woff2 (docs/decisions/0047).

Usage: python3 make.py SOURCE.woff2 TARGET.woff2, with fonttools 4 and brotli. The sources are the files
'latin-wght-normal' and 'latin-ext-wght-normal' of the npm package @fontsource-variable/atkinson-hyperlegible-next.
"""

import array
import sys

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.varLib import instancer
from fontTools.varLib.iup import iup_delta

# The lightest and the boldest weight that theme.ts uses.
WEIGHTS = (400, 700)
# The copyright, the names, the licence and its address.
NAME_IDS = [0, 1, 2, 3, 4, 6, 13, 14]


def remove_slash(font):
    """Joins the two counters of the zero, between which its slash is, to one. The weights keep their shapes."""
    glyph = font['glyf']['zero']
    glyph.expand(font['glyf'])
    assert glyph.numberOfContours == 3
    points, ends = list(glyph.coordinates), glyph.endPtsOfContours
    order = list(range(ends[0] + 1))
    for contour in (range(ends[0] + 1, ends[1] + 1), range(ends[1] + 1, ends[2] + 1)):
        order += begin_after_longest_edge(list(contour), points)
    for variation in font['gvar'].variations['zero']:
        deltas = variation.coordinates
        if None in deltas:
            phantom_ends = [len(points) + index for index in range(4)]
            deltas = iup_delta(deltas, points + [(0, 0)] * 4, list(ends) + phantom_ends)
        variation.coordinates = [deltas[index] for index in order] + list(deltas[len(points):])
    glyph.coordinates = GlyphCoordinates([points[index] for index in order])
    glyph.flags = array.array('B', [glyph.flags[index] for index in order])
    glyph.endPtsOfContours = [ends[0], ends[2]]
    glyph.numberOfContours = 2


def begin_after_longest_edge(contour, points):
    """The longest edge of a counter is its border to the slash."""

    def length(index):
        (x0, y0), (x1, y1) = points[contour[index]], points[contour[(index + 1) % len(contour)]]
        return (x1 - x0) ** 2 + (y1 - y0) ** 2

    longest = max(range(len(contour)), key=length)
    return contour[longest + 1:] + contour[:longest + 1]


def use_tabular_digits(font):
    digits = {code: glyph + '.tf' for code, glyph in font.getBestCmap().items() if ord('0') <= code <= ord('9')}
    for table in font['cmap'].tables:
        table.cmap.update(digits)


source, target = sys.argv[1:]
font = instancer.instantiateVariableFont(TTFont(source), {'wght': WEIGHTS})
for name in font.getGlyphOrder():
    font['gvar'].variations.setdefault(name, [])
if 'zero' in font.getGlyphOrder():
    remove_slash(font)
    use_tabular_digits(font)
options = Options()
options.layout_features = ['ccmp', 'locl', 'kern', 'mark', 'mkmk']
options.name_IDs = NAME_IDS
options.notdef_outline = True
subsetter = Subsetter(options)
subsetter.populate(unicodes=font.getBestCmap().keys())
subsetter.subset(font)
font.flavor = 'woff2'
font.save(target)
