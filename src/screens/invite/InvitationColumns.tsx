import {
  createInvitationTemplate,
  createTemplateRows,
  invitationFields,
  invitationLabels,
  type InvitationField,
} from '../../features/accounts/invitation-files/rules.ts';
import { getLocations } from '../../features/provider/contract.ts';
import { dateOf } from '../../shared/berlin.ts';
import { callApi } from '../../web/calls/api.ts';
import { queryClient } from '../../web/calls/apiQuery.ts';
import { toCsvFile } from '../../web/ui/table-files/csvFile.ts';
import { FileColumns } from '../../web/ui/table-files/FileColumns.tsx';

const explanations: Record<InvitationField, string> = {
  gender: 'Herr, Frau oder Divers',
  firstName: 'Zum Beispiel Ada',
  lastName: 'Zum Beispiel Lovelace',
  email: 'An diese Adresse geht die Einladung',
  phoneNumber: 'Zum Beispiel 0221 1234567',
  location: 'Der Name, den das Portal zeigt: Die Vorlage für Excel nennt alle im zweiten Blatt',
  qualification: 'Zum Beispiel Umschulung Kaufleute für Büromanagement',
  startOfQualification: '30.11.2026 oder 2026-11-30',
  endOfQualification: 'Nicht vor dem Beginn',
};

const columns = invitationFields.map((field) => ({ name: invitationLabels[field], explanation: explanations[field] }));
const samples = [
  { label: 'Vorlage für Excel', fileName: 'einladen-vorlage.xlsx', create: createExcelTemplate },
  { label: 'Vorlage als CSV', fileName: 'einladen-vorlage.csv', create: createCsvTemplate },
];

/** Explains the columns of a file with people to invite, and offers templates with an example. */
export function InvitationColumns() {
  return (
    <FileColumns
      introduction={
        'Die erste Zeile nennt die Spalten, jede weitere Zeile ist eine Person. Alle Spalten sind Pflicht, ihre ' +
        'Reihenfolge ist frei, weitere Spalten stören nicht. Bis zu 1.000 Zeilen und 5 MB sind möglich.'
      }
      columns={columns}
      samples={samples}
    />
  );
}

/** Returns the template as a spreadsheet, with the names of the locations in a second sheet. */
async function createExcelTemplate(): Promise<Blob> {
  const [locations, { createTextSheets }] = await Promise.all([
    loadLocations(),
    import('../../web/ui/table-files/textSheets.ts'),
  ]);
  return createTextSheets([
    { name: 'Personen', rows: createTemplateRows(factsOf(locations)) },
    { name: 'Standorte', rows: [[invitationLabels.location], ...locations.map((location) => [location])] },
  ]);
}

async function createCsvTemplate(): Promise<Blob> {
  return toCsvFile(createInvitationTemplate(factsOf(await loadLocations())));
}

/** Returns the names of the provider's locations; none if they cannot be loaded, because the template is of use then. */
async function loadLocations(): Promise<string[]> {
  const answer = await queryClient
    .fetchQuery({
      queryKey: [getLocations.path, {}],
      queryFn: ({ signal }) => callApi(getLocations, {}, signal),
      staleTime: Infinity,
    })
    .catch(() => null);
  return answer?.locations.map(({ label }) => label) ?? [];
}

const factsOf = ([location = '']: readonly string[]) => ({
  location,
  year: Number(dateOf(new Date()).slice(0, 4)),
});
