import { dataClasses, type ColumnClass } from '../../../src/platform/database/data-classes.ts';
import { describeDefault, fixedPeriods, periodWords } from './deletion-periods.ts';
import { renderList, renderTable } from './markdown.ts';
import { activities, findColumnWord, tableWords, type Activity, type Table } from './words.ts';

// Tables about the stored data, from the classes of the database's columns.

/** What happens to a column when its person is anonymised; `statistic` and `technical` columns are kept. */
type Fate = 'emptied' | 'rowDeleted' | 'idOnly' | 'statistic' | 'technical';

const tables = Object.keys(tableWords) as Table[];
const listColumns = (table: Table) => Object.entries(dataClasses[table]) as [string, ColumnClass][];
const fateOf = (columnClass: ColumnClass): Fate =>
  typeof columnClass === 'object' ? columnClass.personal : columnClass;

/** Whether a table has columns with personal data. */
const isPersonal = (table: Table) => listColumns(table).some(([, columnClass]) => typeof columnClass === 'object');

/**
 * The German words of the columns of a table with one of these fates. Throws if a column has no word; only technical
 * columns may be without.
 */
function describeColumns(table: Table, ...fates: Fate[]): string {
  const words = listColumns(table)
    .filter(([, columnClass]) => fates.includes(fateOf(columnClass)))
    .flatMap(([column, columnClass]) => {
      const word = findColumnWord(table, column);
      if (word === undefined && columnClass !== 'technical')
        throw new Error(`tests/support/papers/words.ts has no word for ${table}.${column}.`);
      return word ?? [];
    });
  return [...new Set(words)].join(', ');
}

/**
 * The table of the data that an activity needs, with the people concerned. Also what is kept for statistics is about a
 * person as long as the person is not anonymised.
 */
export function renderDataOf(activity: Activity): string {
  const rows = tables
    .filter((table) => tableWords[table].activity === activity && isPersonal(table))
    .map((table) => {
      const { name, people } = tableWords[table];
      const columns = describeColumns(table, 'emptied', 'rowDeleted', 'idOnly', 'statistic', 'technical');
      return [name, people, columns, describePeriods(table)];
    });
  return rows.length === 0
    ? 'Keine Tabelle mit personenbezogenen Daten.'
    : renderTable(['Datenkategorie', 'Betroffene', 'Angaben', 'Löschfrist (Voreinstellung)'], rows);
}

/** The list of all categories of personal data, without their columns. */
export function renderDataCategories(): string {
  const names = activities.flatMap((activity) =>
    tables
      .filter((table) => tableWords[table].activity === activity && isPersonal(table))
      .map((table) => `${tableWords[table].name} (${tableWords[table].people})`),
  );
  return renderList(names);
}

/** The table that says what happens to each table with personal data when a person is anonymised. */
export function renderAnonymising(): string {
  const rows = tables.filter(isPersonal).map((table) => {
    const isWholeRowDeleted = listColumns(table).every(([, columnClass]) => fateOf(columnClass) === 'rowDeleted');
    const deleted = describeColumns(table, 'rowDeleted');
    return [
      `${tableWords[table].name} (\`${table}\`)`,
      describeColumns(table, 'emptied') || '–',
      isWholeRowDeleted ? 'ganze Zeile' : deleted ? `ganze Zeile, darin: ${deleted}` : '–',
      describeColumns(table, 'idOnly') || '–',
      describeColumns(table, 'statistic') || '–',
      describePeriods(table),
    ];
  });
  const heads = [
    'Daten (Tabelle)',
    'Wird geleert',
    'Wird gelöscht',
    'Bleibt, nur als Nummer',
    'Bleibt für die Statistik',
    'Eigene Frist (Voreinstellung)',
  ];
  return renderTable(heads, rows);
}

/** The list of the tables without personal data. */
export const renderTablesWithoutPeople = () =>
  renderList(tables.filter((table) => !isPersonal(table)).map((table) => `${tableWords[table].name} (\`${table}\`)`));

/** The periods after which data of a table is deleted, each with what it deletes. */
function describePeriods(table: Table): string {
  const concerns = (data: readonly string[]) => data.some((place) => place.split('.')[0] === table);
  const settable = (Object.keys(periodWords) as (keyof typeof periodWords)[])
    .filter((period) => concerns(periodWords[period].data))
    .map((period) => `${periodWords[period].subject}: ${describeDefault(period)} (\`${period}\`)`);
  const fixed = fixedPeriods
    .filter(({ data }) => concerns(data))
    .map(({ subject, period }) => `${subject}: ${period} (fest)`);
  const sessions = table === 'session' ? ['`session.idleMinutes`, `session.absoluteHours`'] : [];
  return [...settable, ...fixed, ...sessions].join('; ') || 'keine eigene; bis zur Anonymisierung der Person';
}
