/**
 * Asks for what is wanted in the same turn of the event loop in one go: one statement instead of one for each of the calls
 * that arrived together. `ask` gets the questions and answers in their order; its error is everybody's.
 */
export function together<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question;
    resolve: (answer: Answer | PromiseLike<Answer>) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  const send = () => {
    const sent = waiting;
    waiting = [];
    ask(sent.map(({ question }) => question)).then(
      (answers) => sent.forEach(({ resolve }, index) => resolve(answers[index] as Answer)),
      (error: unknown) => sent.forEach(({ reject }) => reject(error)),
    );
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(send);
    });
}
