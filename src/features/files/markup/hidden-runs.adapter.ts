import type { HiddenText } from './hidden-text.adapter.ts';
import { attributeOf, childOf, elementsOf, isElement, type XmlElement } from './xml-tree.adapter.ts';

/** A run with the paragraph in which it is, and the element that contains it. */
interface FoundRun {
  run: XmlElement;
  parent: XmlElement;
  isHidden: boolean;
}

/**
 * Removes hidden text from a part of a Word document (reference 5.15), and paragraphs that become empty by that and
 * whose mark is hidden. Hidden runs of a field stay without their text if another part of the field is shown.
 */
export function removeHiddenText(root: XmlElement, hiddenText: HiddenText): void {
  const runs = findRuns(root, hiddenText);
  const keptRuns = findRunsOfShownFields(runs);
  const removed = new Set<XmlElement>();
  for (const { run, isHidden } of runs) {
    if (!isHidden) continue;
    if (keptRuns.has(run)) run.children = run.children.filter((node) => !isElement(node) || !isShown(node));
    else removed.add(run);
  }
  if (removed.size > 0) removeElements(root, removed);
}

/** Whether an element of a run is shown: everything but its format and the pieces of a field’s code. */
const isShown = ({ name }: XmlElement) => !['rPr', 'fldChar', 'instrText', 'delInstrText'].includes(name);

function findRuns(root: XmlElement, hiddenText: HiddenText): FoundRun[] {
  const runs: FoundRun[] = [];
  const visit = (parent: XmlElement, paragraph: XmlElement | undefined) => {
    for (const element of elementsOf(parent)) {
      if (element.name === 'r')
        runs.push({ run: element, parent, isHidden: hiddenText.isRunHidden(element, paragraph) });
      visit(element, element.name === 'p' ? element : paragraph);
    }
  };
  visit(root, undefined);
  return runs;
}

/** Returns the runs with pieces of fields of which at least one run is shown. */
function findRunsOfShownFields(runs: readonly FoundRun[]): Set<XmlElement> {
  const kept = new Set<XmlElement>();
  const openFields: { runs: XmlElement[]; isShown: boolean }[] = [];
  const close = (field: (typeof openFields)[number] | undefined) => {
    if (field?.isShown) field.runs.forEach((run) => kept.add(run));
  };
  for (const { run, isHidden } of runs) {
    for (const element of elementsOf(run)) {
      const type = element.name === 'fldChar' ? attributeOf(element, 'fldCharType') : undefined;
      if (type === 'begin') openFields.push({ runs: [], isShown: false });
      for (const field of openFields) {
        if (isHidden && !isShown(element) && element.name !== 'rPr') field.runs.push(run);
        if (!isHidden) field.isShown = true;
      }
      if (type === 'end') close(openFields.pop());
    }
  }
  openFields.forEach(close);
  return kept;
}

/** Removes elements, and paragraphs with a hidden mark that have nothing left. */
function removeElements(parent: XmlElement, removed: ReadonlySet<XmlElement>): void {
  parent.children = parent.children.filter((node) => {
    if (!isElement(node)) return true;
    if (removed.has(node)) return false;
    const hadRuns = node.name === 'p' && elementsOf(node).some((child) => removed.has(child));
    removeElements(node, removed);
    const isEmpty = elementsOf(node).every(({ name }) => name === 'pPr');
    // Some elements must end with a paragraph.
    return !(hadRuns && isEmpty && hasHiddenMark(node) && elementsOf(parent).at(-1) !== node);
  });
}

const hasHiddenMark = (paragraph: XmlElement) =>
  childOf(childOf(childOf(paragraph, 'pPr'), 'rPr'), 'vanish') !== undefined;
