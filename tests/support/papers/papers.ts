import { listFiles } from '../reference.ts';
import { readSource } from '../sources.ts';
import {
  renderNewWebCriteria,
  renderOtherClauses,
  renderResultCounts,
  renderUntestedCriteria,
  renderWebCriteria,
} from './accessibility.ts';
import { renderAnonymising, renderDataCategories, renderDataOf, renderTablesWithoutPeople } from './data-tables.ts';
import { defaultSettings, renderFixedPeriods, renderRetentionPeriods } from './deletion-periods.ts';
import { renderTable } from './markdown.ts';
import { renderRisks } from './risks.ts';
import { activities } from './words.ts';

// The German papers in docs/papers are plain Markdown with marks. What stands between `<!-- generated: NAME -->` and
// `<!-- end -->` is written by `npm run papers`; everything else is written by hand.

const folder = 'docs/papers';

/** The paths of all papers, without the English README beside them. */
export const listPapers = () => listFiles(folder).filter((file) => !file.endsWith('README.md'));

/** The generated parts by their names. */
const parts: Readonly<Record<string, () => string>> = {
  note: renderNote,
  'data categories': renderDataCategories,
  anonymising: renderAnonymising,
  'tables without people': renderTablesWithoutPeople,
  'retention periods': renderRetentionPeriods,
  'fixed periods': renderFixedPeriods,
  'security settings': renderSecuritySettings,
  risks: renderRisks,
  'web criteria': renderWebCriteria,
  'new web criteria': renderNewWebCriteria,
  'other clauses': renderOtherClauses,
  'result counts': renderResultCounts,
  'untested criteria': renderUntestedCriteria,
  ...Object.fromEntries(activities.map((activity) => [`data of ${activity}`, () => renderDataOf(activity)])),
};

const markedPart = /(<!-- generated: (.+?) -->\n)(?:(?!<!-- generated: )[^])*?(<!-- end -->)/g;

/** Finds the names of the generated parts of a paper. */
export const findPartNames = (paper: string) =>
  [...paper.matchAll(/<!-- generated: (.+?) -->/g)].map(([, name = '']) => name);

/** Returns a paper with its generated parts written anew. Throws if a part is unknown or has no end. */
export function fillPaper(paper: string): string {
  const names = findPartNames(paper);
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0) throw new Error(`There is no generated part named ${unknown.join(', ')}.`);
  let count = 0;
  const filled = paper.replace(markedPart, (_, start: string, name: string, end: string) => {
    count += 1;
    return `${start}\n${parts[name]?.()}\n\n${end}`;
  });
  if (count < names.length) throw new Error('A generated part has no end.');
  return filled;
}

/** The names of all generated parts. */
export const partNames = Object.keys(parts);

/** The note at the beginning of each paper. A release writes its version into it. */
function renderNote(): string {
  const { version } = JSON.parse(readSource('package.json')) as { version: string };
  return `> **Vorlage, keine Rechtsberatung.** Eine Rechtsanwältin oder ein Rechtsanwalt und die oder der
> Datenschutzbeauftragte müssen dieses Papier lesen, prüfen und ergänzen, bevor es verwendet wird. Es beschreibt das
> Portal in der Version ${version}. Angaben in eckigen Klammern trägt der Betreiber ein.`;
}

/** The provider's settings that concern security, with their defaults. */
function renderSecuritySettings(): string {
  const { session, secondFactor, uploads, alarms } = defaultSettings;
  return renderTable(
    ['Einstellung in `portal.json`', 'Voreinstellung', 'Wirkung'],
    [
      ['`session.idleMinutes`', `${session.idleMinutes} Minuten`, 'so lange gilt eine unbenutzte Anmeldung'],
      ['`session.absoluteHours`', `${session.absoluteHours} Stunden`, 'so lange gilt eine Anmeldung höchstens'],
      [
        '`secondFactor`',
        secondFactor === 'required' ? 'Pflicht' : 'angeboten',
        'ob Coaches und Admins einen zweiten Faktor haben müssen (`required`)',
      ],
      ['`uploads.megabytesPerRequest`', `${uploads.megabytesPerRequest} MB`, 'größter Upload eines Coaches'],
      ['`uploads.filesPerParticipant`', `${uploads.filesPerParticipant}`, 'Dateien je Person'],
      ['`uploads.megabytesPerParticipant`', `${uploads.megabytesPerParticipant} MB`, 'Speicher je Person'],
      [
        '`alarms.peopleReadPerDay`',
        `${alarms.peopleReadPerDay}`,
        'Personen, deren Unterlagen jemand in 24 Stunden öffnet, bevor Admins gewarnt werden',
      ],
      [
        '`alarms.newPeoplePerDay`',
        `${alarms.newPeoplePerDay}`,
        'Personen, für die ein Coach in 24 Stunden erstmals bucht, bevor Admins gewarnt werden',
      ],
    ],
  );
}
