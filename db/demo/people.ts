/** A person of the demo. `gender` has the same values as in the database. */
export interface DemoPerson {
  email: string;
  firstName: string;
  lastName: string;
  gender: 'm' | 'f' | 'd';
}

/** A coach of the demo. */
export interface DemoCoach extends DemoPerson {
  isSpeedCoach: boolean;
}

/** A participant of the demo. */
export interface DemoParticipant extends DemoPerson {
  qualification: string;
  town: string;
  state: 'active' | 'inactive' | 'unconfirmed';
}

const buildEmail = (name: string) => `${name}@demo.example`;

export const admin: DemoPerson = {
  email: buildEmail('admin'),
  firstName: 'Alexandra',
  lastName: 'Winter',
  gender: 'f',
};

export const coaches: DemoCoach[] = [
  { email: buildEmail('coach'), firstName: 'Katharina', lastName: 'Brandt', gender: 'f', isSpeedCoach: false },
  { email: buildEmail('speedcoach'), firstName: 'Mehmet', lastName: 'Yıldız', gender: 'm', isSpeedCoach: true },
  { email: buildEmail('coach2'), firstName: 'Julia', lastName: 'Schäfer', gender: 'f', isSpeedCoach: false },
  { email: buildEmail('coach3'), firstName: 'Michael', lastName: 'Groß', gender: 'm', isSpeedCoach: false },
  {
    email: buildEmail('coach4'),
    firstName: 'Annegret',
    lastName: 'Müller-Lüdenscheidt',
    gender: 'f',
    isSpeedCoach: false,
  },
];

const qualifications = [
  'Fachkraft für Lagerlogistik',
  'Umschulung Kauffrau/Kaufmann für Büromanagement',
  'Weiterbildung Online-Marketing',
  'Projektmanagement (IPMA Level D)',
  'Fachinformatiker:in Systemintegration',
  'Buchführung mit DATEV',
  'Pflegeassistenz',
  'SAP S/4HANA Materialwirtschaft',
  'Personalsachbearbeitung',
  'CNC-Fachkraft Drehen und Fräsen',
];
const towns = [
  'Köln',
  'Berlin',
  'Leipzig',
  'München',
  'Hamburg',
  'Düsseldorf',
  'Erfurt',
  'Würzburg',
  'Görlitz',
  'Rostock',
];

/** teilnehmer@, who has documents and bookings. */
export const participant: DemoParticipant = {
  email: buildEmail('teilnehmer'),
  firstName: 'Lena',
  lastName: 'Hoffmann',
  gender: 'f',
  state: 'active',
  qualification: 'Personalsachbearbeitung',
  town: 'Köln',
};

/** neu@, who has neither documents nor bookings. */
export const newcomer: DemoParticipant = {
  email: buildEmail('neu'),
  firstName: 'Paul',
  lastName: 'Krüger',
  gender: 'm',
  state: 'active',
  qualification: 'Weiterbildung Online-Marketing',
  town: 'Leipzig',
};

const otherNames: [firstName: string, lastName: string, gender: 'm' | 'f' | 'd'][] = [
  ['Jörg', 'Bäcker', 'm'],
  ['Ayşe', 'Demir', 'f'],
  ['Anna-Lena', 'Fischer', 'f'],
  ['Björn', 'Köhler', 'm'],
  ['Chloé', 'Lefèvre', 'f'],
  ['Dariusz', 'Wiśniewski', 'm'],
  ['Elif', 'Şahin', 'f'],
  ['Franziska', 'Weiß', 'f'],
  ['Günther', 'Öhlschläger', 'm'],
  ['Hannelore', 'Süßmilch', 'f'],
  ['Ines', 'von der Heide', 'f'],
  ['Jürgen', 'Strauß', 'm'],
  ['Kim', 'Nguyen', 'd'],
  ['Ludwig', 'Zimmermann', 'm'],
  // An unusually long name, which every screen must be able to show.
  ['Maximiliane', 'Hohenstein-Ehrenberg-Waldenburg zu Schönfeldt und Rabenhorst', 'f'],
  ['Nadine', 'Vogel', 'f'],
  ['Oleksandr', 'Kowalenko', 'm'],
  ['Petra', 'Schulze-Überkamp', 'f'],
  ['Quirin', 'Huber', 'm'],
  ['Renate', 'Jäger', 'f'],
  ['Sven', 'Åkesson', 'm'],
  ['Tatjana', 'Petrowa', 'f'],
  ['Ulrike', 'Meyer', 'f'],
  ['Viktor', 'Maier', 'm'],
  ['Wiebke', 'Christiansen', 'f'],
  ['Xenia', 'Papadopoulou', 'f'],
  ['Yusuf', 'Al-Masri', 'm'],
  ['Zoe', 'Bauer', 'f'],
  ['Ömer', 'Yılmaz', 'm'],
  ['Robin', 'Schröder', 'd'],
];

/** Thirty more participants; the last three are inactive or unconfirmed and cannot book. */
export const otherParticipants: DemoParticipant[] = otherNames.map(([firstName, lastName, gender], i) => ({
  email: buildEmail(`person${i + 1}`),
  firstName,
  lastName,
  gender,
  qualification: qualifications[i % qualifications.length] ?? '',
  town: towns[(i * 3) % towns.length] ?? '',
  state: i === 29 ? 'unconfirmed' : i >= 27 ? 'inactive' : 'active',
}));
