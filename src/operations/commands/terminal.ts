import { createInterface } from 'node:readline/promises';

/** Whether somebody at a terminal can answer questions. */
export const canAsk = () => process.stdin.isTTY && process.stderr.isTTY;

/** Asks a question at the terminal until the answer is not empty. Throws if the input is closed, as by Ctrl-C. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new Error('\nThe input was closed; nothing was changed.')));
  });
  closed.catch(() => {});
  try {
    for (;;) {
      const answer = (await Promise.race([terminal.question(`${question}: `), closed])).trim();
      if (answer) return answer;
    }
  } finally {
    terminal.close();
  }
}
