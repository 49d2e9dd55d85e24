import { attributeOf, childOf, elementsOf, type XmlElement } from './xml-tree.adapter.ts';

/** What a style says of its text: hidden, not hidden, or nothing; and the style on which it is based. */
interface Style {
  isHidden: boolean | undefined;
  basedOn: string | undefined;
}

/** Tells which text of a Word document is hidden. */
export interface HiddenText {
  /** Whether a run of a paragraph is hidden, by its own format or by the styles of both. */
  isRunHidden(run: XmlElement, paragraph: XmlElement | undefined): boolean;
}

/** Reads from the part with the styles which of them hide their text; without it, only a run's own format does. */
export function readHiddenText(stylesRoot: XmlElement | undefined): HiddenText {
  const styles = new Map<string, Style>();
  let defaultStyle: string | undefined;
  for (const style of elementsOf(stylesRoot).filter(({ name }) => name === 'style')) {
    const id = attributeOf(style, 'styleId') ?? '';
    styles.set(id, {
      isHidden: readVanish(childOf(style, 'rPr')),
      basedOn: attributeOf(childOf(style, 'basedOn'), 'val'),
    });
    if (attributeOf(style, 'type') === 'paragraph' && isOn(attributeOf(style, 'default') ?? 'false'))
      defaultStyle ??= id;
  }
  const defaults = childOf(childOf(childOf(stylesRoot, 'docDefaults'), 'rPrDefault'), 'rPr');
  const isHiddenByDefault = readVanish(defaults) ?? false;

  /** Follows a style to the ones on which it is based, which could refer to each other in a circle. */
  const isHiddenByStyle = (id: string | undefined): boolean => {
    const visited = new Set<string>();
    for (let at = id; at !== undefined && !visited.has(at); at = styles.get(at)?.basedOn) {
      visited.add(at);
      const isHidden = styles.get(at)?.isHidden;
      if (isHidden !== undefined) return isHidden;
    }
    return false;
  };

  return {
    isRunHidden(run, paragraph) {
      const format = childOf(run, 'rPr');
      const own = readVanish(format);
      if (own !== undefined) return own;
      const byRunStyle = isHiddenByStyle(attributeOf(childOf(format, 'rStyle'), 'val'));
      const paragraphStyle = attributeOf(childOf(childOf(paragraph, 'pPr'), 'pStyle'), 'val');
      // Two styles that both hide their text show it again.
      return isHiddenByDefault || byRunStyle !== isHiddenByStyle(paragraphStyle ?? defaultStyle);
    },
  };
}

/** Whether a format hides its text; undefined if it says nothing about it. */
function readVanish(format: XmlElement | undefined): boolean | undefined {
  const vanish = childOf(format, 'vanish');
  return vanish && isOn(attributeOf(vanish, 'val') ?? 'true');
}

const isOn = (value: string) => !['0', 'false', 'off'].includes(value.toLowerCase());
