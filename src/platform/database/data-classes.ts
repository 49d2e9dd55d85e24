import type { DB } from './schema.ts';

/**
 * What a column holds of people. `statistic` is what stays for counting and tells of nobody once the person behind it
 * is anonymised; `technical` runs the portal. A personal one says what anonymising does to it:
 *
 * - `emptied`: the content goes (a name becomes 'Anonymisiert'), the row stays;
 * - `rowDeleted`: the whole row goes; where a `person_id` is one, by this very table;
 * - `idOnly`: it stays, for it is a number that leads to a person without a name;
 * - `ofStaff`: it tells of coaches and admins, whom nobody anonymises.
 */
export type ColumnClass = 'statistic' | 'technical' | { personal: 'emptied' | 'rowDeleted' | 'idOnly' | 'ofStaff' };

const emptied = { personal: 'emptied' } as const;
const rowDeleted = { personal: 'rowDeleted' } as const;
const idOnly = { personal: 'idOnly' } as const;
const ofStaff = { personal: 'ofStaff' } as const;

/**
 * The class of every column of the schema. A new column without one does not compile, nor does a class whose column is
 * gone; the types of the tables are compared with the database by a test of their own.
 */
export const columns = {
  appointment: {
    id: 'technical',
    coach_id: ofStaff,
    type_id: 'statistic',
    starts_at: 'statistic',
    ends_at: 'statistic',
    status: 'statistic',
    participant_id: idOnly,
    self_booked: 'statistic',
    quota_number: 'technical',
    booked_at: 'statistic',
    booked_by: idOnly,
    cancel_kind: 'statistic',
    cancel_reason: emptied,
    cancelled_at: 'statistic',
    cancelled_by: idOnly,
    calendar_sequence: 'technical',
    created_at: 'technical',
  },
  audit: {
    id: 'technical',
    at: 'technical',
    actor_id: idOnly,
    action: 'technical',
    person_id: idOnly,
    appointment_id: idOnly,
    appointment_starts_at: 'technical',
    document_id: idOnly,
  },
  audit_seal: {
    number: 'technical',
    last_id: 'technical',
    entries: 'technical',
    newest_at: 'technical',
    let_go_to: 'technical',
    sealed_at: 'technical',
    entries_hash: 'technical',
    hash: 'technical',
  },
  calendar_feed: {
    person_id: rowDeleted,
    token_hash: rowDeleted,
    initials_only: rowDeleted,
    free_shown: rowDeleted,
    created_at: rowDeleted,
    read_at: rowDeleted,
  },
  coach: { person_id: ofStaff, teams_link: ofStaff, active: 'technical', speed_coach: 'technical' },
  coaching_type: { id: 'technical', label: 'technical' },
  credential: {
    id: rowDeleted,
    person_id: rowDeleted,
    kind: rowDeleted,
    hash: rowDeleted,
    expires_at: rowDeleted,
    created_at: rowDeleted,
  },
  document: {
    id: rowDeleted,
    participant_id: rowDeleted,
    uploaded_by: rowDeleted,
    by_coach: rowDeleted,
    name: rowDeleted,
    ending: rowDeleted,
    size: rowDeleted,
    sha256: rowDeleted,
    store_key: rowDeleted,
    uploaded_at: rowDeleted,
  },
  location: { id: 'technical', label: 'technical', place_id: 'technical' },
  mail: {
    id: rowDeleted,
    kind: rowDeleted,
    person_id: rowDeleted,
    appointment_id: rowDeleted,
    created_at: rowDeleted,
    sent_at: rowDeleted,
    attempts: rowDeleted,
    tried_at: rowDeleted,
    last_code: rowDeleted,
    failed_at: rowDeleted,
    overtaken_at: rowDeleted,
    to_hand_over: rowDeleted,
    address: rowDeleted,
  },
  migration: { name: 'technical', applied_at: 'technical' },
  participant: {
    person_id: idOnly,
    qualification: emptied,
    qualification_start: emptied,
    qualification_end: emptied,
    location_id: emptied,
  },
  person: {
    id: idOnly,
    role_id: 'technical',
    email: emptied,
    first_name: emptied,
    last_name: emptied,
    full_name: emptied,
    search_name: emptied,
    gender: emptied,
    phone: emptied,
    password_hash: emptied,
    must_change_password: 'technical',
    password_expires_at: 'technical',
    confirmed_at: 'technical',
    inactive_at: 'technical',
    anonymised_at: 'technical',
    created_at: 'statistic',
    signed_in_on: emptied,
    end_announced_at: 'technical',
  },
  rating: {
    id: 'technical',
    appointment_id: idOnly,
    coach_id: ofStaff,
    collaboration: 'statistic',
    open_questions: 'statistic',
    application_process: 'statistic',
    competencies: 'statistic',
    documents: 'statistic',
    recommendation: 'statistic',
    personal_feedback: emptied,
    free_text: emptied,
    // Other clients take topics in somebody's own words; those of the form's lists stay for counting.
    topics: emptied,
    topic_wishes: emptied,
    created_at: 'statistic',
  },
  recovery_code: { hash: rowDeleted, person_id: rowDeleted },
  reminder: { appointment_id: idOnly, kind: 'technical', queued_at: 'technical' },
  reminder_choice: { person_id: rowDeleted, kind: rowDeleted, wanted: rowDeleted },
  role: { id: 'technical', label: 'technical' },
  second_factor: {
    person_id: rowDeleted,
    secret: rowDeleted,
    confirmed_at: rowDeleted,
    last_step: rowDeleted,
    created_at: rowDeleted,
  },
  session: {
    id_hash: rowDeleted,
    person_id: rowDeleted,
    created_at: rowDeleted,
    seen_at: rowDeleted,
    companion_hash: rowDeleted,
    bound: rowDeleted,
    number: rowDeleted,
    device: rowDeleted,
  },
  session_day: { day: 'statistic', sessions: 'statistic' },
  // Keys are hashes of addresses and e-mails that nobody can turn back; a counter goes an hour after it ended.
  throttle: { key: 'technical', points: 'technical', expire: 'technical' },
  tracking: { day: 'statistic', kind: 'statistic', value: 'statistic', count: 'statistic' },
} as const satisfies { [Table in keyof DB]: Record<keyof DB[Table], ColumnClass> };

/** Tables whose rows of a person go altogether when that person is anonymised, as the classes of their columns say. */
export const rowsOfPerson = Object.entries(columns).flatMap(([table, of]) =>
  'person_id' in of && typeof of.person_id === 'object' && of.person_id.personal === 'rowDeleted' ? [table] : [],
);
