import { topics, wishes } from '../../src/features/ratings/rules.ts';
import type { Chance } from './chance.ts';

/** A rating in the demo. */
export interface DemoRating {
  /** Six numbers from 1 to 5, in the order of the form. */
  stars: [number, number, number, number, number, number];
  personalFeedback: string;
  freeText: string;
  topics: string[];
  wishes: string[];
}

const feedbackTexts = [
  'Das Gespräch hat mir sehr geholfen. Endlich weiß ich, wie ich meinen Lebenslauf aufbauen soll.',
  'Sehr freundlich und geduldig. Alle meine Fragen wurden beantwortet, danke!',
  'Ich gehe jetzt viel sicherer in mein Vorstellungsgespräch.',
  'Gute Tipps zum Anschreiben. Ein wenig mehr Zeit wäre schön gewesen.',
  'Mir wurden Stärken gezeigt, die ich selbst gar nicht gesehen habe.',
  'Fachlich gut, die Verbindung war leider zweimal unterbrochen.',
  'Klare Struktur, konkrete Beispiele aus meiner Branche – genau richtig.',
  'War in Ordnung, das meiste kannte ich schon aus dem Kurs.',
  '',
];
const freeTexts = [
  '',
  '',
  'Mehr Termine am späten Nachmittag wären toll.',
  'Gern ein Coaching zu Gehaltsverhandlungen.',
];

/** Makes up a rating. Most ratings are good. */
export function createRating(chance: Chance): DemoRating {
  // The more of the choices below a rating uses, the fewer stars it can give.
  const choiceCount = chance.pickOne([3, 6, 6, 6, 8, 10]);
  const chooseStars = () => chance.pickOne([5, 5, 5, 4, 4, 4, 3, 3, 2, 1].slice(0, choiceCount));
  return {
    stars: [chooseStars(), chooseStars(), chooseStars(), chooseStars(), chooseStars(), chooseStars()],
    personalFeedback: chance.pickOne(feedbackTexts),
    freeText: chance.pickOne(freeTexts),
    topics: chance.pickSome(topics, chance.between(1, 4)),
    wishes: chance.pickSome(wishes, chance.between(0, 2)),
  };
}
