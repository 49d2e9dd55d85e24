import {
  createInvitationTemplate,
  invitationFields,
  invitationLabels,
  type InvitationField,
} from '../../features/accounts/invitation-files/rules.ts';
import { FileColumns } from '../../web/ui/table-files/FileColumns.tsx';

const explanations: Record<InvitationField, string> = {
  gender: 'Herr, Frau oder Divers',
  firstName: 'Zum Beispiel Ada',
  lastName: 'Zum Beispiel Lovelace',
  email: 'An diese Adresse geht die Einladung',
  phoneNumber: 'Zum Beispiel 0221 1234567',
  location: 'Der Name, den das Portal zeigt',
  qualification: 'Zum Beispiel Umschulung Kaufleute für Büromanagement',
  startOfQualification: '30.11.2026 oder 2026-11-30',
  endOfQualification: 'Nicht vor dem Beginn',
};

const columns = invitationFields.map((field) => ({ name: invitationLabels[field], explanation: explanations[field] }));

/** Explains the columns of a file with people to invite, and offers a template without people. */
export function InvitationColumns() {
  return (
    <FileColumns
      introduction={
        'Die erste Zeile nennt die Spalten, jede weitere Zeile ist eine Person. Alle Spalten sind Pflicht, ihre ' +
        'Reihenfolge ist frei, weitere Spalten stören nicht. Bis zu 1.000 Zeilen und 5 MB sind möglich.'
      }
      columns={columns}
      sample={{ label: 'Vorlage herunterladen', fileName: 'einladen-vorlage.csv', createCsv: createInvitationTemplate }}
    />
  );
}
