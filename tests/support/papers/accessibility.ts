import axe from 'axe-core';
import { findMissingTests, findTestReferences } from '../sources.ts';
import { renderList, renderTable } from './markdown.ts';
import { otherClauses } from './other-clauses.ts';
import { newWebCriteria, webCriteria, type Criterion } from './web-criteria.ts';

// The tables of docs/papers/en-301-549.md. What a criterion's result is follows from its tests: no test shows that a
// criterion is met, so no result says that.

const results = { partly: 'teilweise geprüft', untested: 'nicht geprüft', notApplicable: 'nicht anwendbar' } as const;

/** The test that runs axe on every page; it also switches on the rule `target-size`. */
const axeOnAllPages = '`tests/long/axe.long.ts`: "axe finds no violation on any page that a role may open"';

/**
 * Rules about outdated elements or single attributes: that they find nothing says next to nothing about their
 * criterion.
 */
const minorRules = ['blink', 'marquee', 'server-side-image-map', 'avoid-inline-spacing'];

/** The rules of axe that check a criterion of WCAG, such as '1.4.3'. */
function findAxeRules(number: string): string[] {
  const tag = `wcag${number.replaceAll('.', '')}`;
  // axe leaves out rules with these tags.
  const isOff = (tags: readonly string[]) => tags.includes('experimental') || tags.includes('deprecated');
  return axe
    .getRules([tag])
    .filter(({ ruleId, tags }) => !isOff(tags) && !minorRules.includes(ruleId))
    .map(({ ruleId }) => ruleId);
}

interface RatedCriterion extends Criterion {
  result: string;
  axeRules: string[];
  tests: string[];
}

/** Adds axe's rules and the result. Throws if a criterion names a test that does not exist. */
function rate(criterion: Criterion, isOfWeb: boolean): RatedCriterion {
  const { number, notApplicable, tests: ownTests = [] } = criterion;
  if (notApplicable !== undefined) return { ...criterion, result: results.notApplicable, axeRules: [], tests: [] };
  const axeRules = isOfWeb ? findAxeRules(number) : [];
  const tests = [...(axeRules.length > 0 ? [axeOnAllPages] : []), ...ownTests];
  const references = tests.flatMap(findTestReferences);
  const missing = findMissingTests(references);
  if (references.length < tests.length || missing.length > 0)
    throw new Error(`Criterion ${number} names a test that does not exist: ${JSON.stringify(missing)}`);
  return { ...criterion, result: tests.length > 0 ? results.partly : results.untested, axeRules, tests };
}

const ratedCriteria = () => webCriteria.map((criterion) => rate(criterion, true));
const ratedNewCriteria = () => newWebCriteria.map((criterion) => rate(criterion, true));

function renderCriteria(criteria: readonly RatedCriterion[], prefix: string): string {
  const rows = criteria.map(({ number, name, result, remark = '', notApplicable, axeRules, tests }) => {
    const axeSentence =
      axeRules.length > 0 ? `Regeln von axe: ${axeRules.map((rule) => `\`${rule}\``).join(', ')}.` : '';
    const explanation = notApplicable ?? [remark, axeSentence].filter(Boolean).join(' ');
    return [`${prefix}${number}`, name, result, explanation, tests.join('; ')];
  });
  return renderTable(['Nr.', 'Kriterium', 'Ergebnis', 'Was geprüft ist, oder Grund', 'Tests'], rows);
}

/** The table of clause 9. */
export const renderWebCriteria = () => renderCriteria(ratedCriteria(), '9.');
/** The table of the criteria that are new in WCAG 2.2. */
export const renderNewWebCriteria = () => renderCriteria(ratedNewCriteria(), '');
/** The table of the other clauses. */
export const renderOtherClauses = () =>
  renderCriteria(
    otherClauses.map((clause) => rate(clause, false)),
    '',
  );

/** How many criteria have each result, as a list. */
export function renderResultCounts(): string {
  const all = [...ratedCriteria(), ...ratedNewCriteria()];
  return renderList(
    Object.values(results).map(
      (result) => `${result}: ${all.filter((criterion) => criterion.result === result).length}`,
    ),
  );
}

/** The criteria that no test checks, as a list. */
export const renderUntestedCriteria = () =>
  renderList(
    [...ratedCriteria(), ...ratedNewCriteria()]
      .filter(({ result }) => result === results.untested)
      .map(({ number, name }) => `${number} ${name}`),
  );
