import type { MarkupChange, TrackedChange } from './rules.ts';
import { attributeOf, childOf, elementsOf, type XmlElement } from './xml-tree.adapter.ts';

const changeByElement: Record<string, MarkupChange> = {
  ins: 'inserted',
  del: 'deleted',
  moveFrom: 'movedFrom',
  moveTo: 'movedTo',
};

/** Returns the tracked change that an element around text declares; null for other elements. */
export function readTrackedChange(element: XmlElement): TrackedChange | null {
  const change = Object.hasOwn(changeByElement, element.name) ? changeByElement[element.name] : undefined;
  return change ? { change, ...readOrigin(element) } : null;
}

/** Returns the tracked change of a whole row (w:tr) or cell (w:tc); null if there is none. */
export function readTableChange(element: XmlElement): TrackedChange | null {
  const properties = childOf(element, element.name === 'tr' ? 'trPr' : 'tcPr');
  for (const child of elementsOf(properties)) {
    if (/^(del|cellDel)$/.test(child.name)) return { change: 'deleted', ...readOrigin(child) };
    if (/^(ins|cellIns)$/.test(child.name)) return { change: 'inserted', ...readOrigin(child) };
  }
  return null;
}

/** Returns who made a change or comment, and when; null where the document does not say. */
export function readOrigin(element: XmlElement): { author: string | null; at: string | null } {
  return { author: attributeOf(element, 'author')?.trim() || null, at: toInstant(attributeOf(element, 'date') ?? '') };
}

/** Word writes local times as if they were UTC, and other programs write them without a zone. Both are kept as UTC. */
function toInstant(date: string): string | null {
  const time = Date.parse(/T[\d:.]+$/.test(date) ? `${date}Z` : date);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
