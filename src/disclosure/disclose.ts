import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { FileMissing } from '../files/store.ts';
import { audit } from '../server/audit.ts';
import { transact } from '../server/db.ts';
import type { App } from '../server/handler.ts';
import { dataAbout } from './tables.ts';
import { writeZip, type ZipEntry } from './zip.ts';

type Parts = Pick<App, 'db' | 'store' | 'settings'>;

/** The id of the one that an e-mail address or a number names; null for nobody. */
export async function findPerson(db: App['db'], emailOrId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM person WHERE lower(email) = lower(${emailOrId}) OR id::text = ${emailOrId}
  `.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Writes all that the portal holds about a person into a new zip archive, to be handed to that person: the data for
 * machines (GDPR Art. 20) with words (Art. 15), and the documents. An entry of the log tells of it. Answers the number
 * of documents, and the names of those that the store lacks.
 */
export async function disclose(
  app: Parts,
  id: number,
  path: string,
): Promise<{ documents: number; missing: string[] }> {
  const { db, store, settings } = app;
  const data = await dataAbout(db, id);
  const documents = await db
    .selectFrom('document')
    .select(['id', 'name', 'store_key as key'])
    .where('participant_id', '=', id)
    .orderBy('id')
    .execute();
  const missing: string[] = [];
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    yield { name: 'LIESMICH.txt', bytes: Buffer.from(readMe(settings)) };
    yield { name: 'daten.json', bytes: Buffer.from(`${JSON.stringify(data, null, 2)}\n`) };
    for (const { id: number, name, key } of documents)
      try {
        // Two documents may bear one name: one's own and a coach's.
        yield {
          name: `unterlagen/${number}-${name.replaceAll(/[/\\]/g, '_')}`,
          bytes: await buffer(await store.get(key)),
        };
      } catch (error) {
        if (!(error instanceof FileMissing)) throw error;
        missing.push(name);
      }
  };
  await writeZip(path, entries());
  await transact(db, (tx) => audit(tx, { actor: null, action: 'dataDisclosed', person: id }));
  return { documents: documents.length - missing.length, missing };
}

function readMe({ portal, coachingEmail }: App['settings']): string {
  const { retention: r, provider, links } = portal;
  const months = (count: number | null) => (count === null ? 'bis zur Löschung deines Kontos' : `${count} Monate`);
  return `Auskunft über deine Daten (Art. 15 und 20 DSGVO)

Hier liegt alles, was das Portal des Anbieters „${provider}“ über dich gespeichert hat.

daten.json   alle Angaben, nach Tabellen geordnet; „words“ sagt, was eine Tabelle enthält, „rows“ sind
             die Einträge. Zeiten stehen mit ihrem Abstand zur Weltzeit. Wo andere Menschen stehen, nennen wir nur Coaches
             beim Namen.
unterlagen/  deine Dokumente und die, die Coaches für dich hochgeladen haben, mit ihrer Nummer vor dem Namen.

Nicht dabei sind Passwörter und Schlüssel: Davon kennt das Portal nur Prüfwerte.

Wozu: Buchung und Durchführung kostenfreier Bewerbungscoachings. Wer es sieht: du, Coaches, mit denen du einen Termin
hattest, und das Team des Anbieters. Wie lange: Konten ohne Nutzung ${months(r.participantMonths)}, Unterlagen ohne
Nutzung ${months(r.documentMonths)}, Gründe von Stornierungen ${months(r.cancelReasonMonths)}, Texte von Bewertungen
${months(r.ratingTextMonths)}, das Protokoll (nur Nummern) ${months(r.auditMonths)}, Sicherungen ${r.backupDays} Tage.

Du kannst Berichtigung und Löschung verlangen: ${coachingEmail}
Datenschutz: ${links['privacy'] ?? ''}
`;
}
