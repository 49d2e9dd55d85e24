/**
 * Collects the questions of one turn of the event loop and asks them together: one statement instead of one for each
 * call that has just arrived. `ask` gets all questions and returns the answers in the same order; if it fails, all
 * fail.
 */
export function batchPerTick<Question, Answer>(
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
