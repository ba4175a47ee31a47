import { clearLine, cursorTo } from 'node:readline';
import { printable } from './printable.ts';
import type { Output } from './output.ts';

/** Numbers that change: one line that is replaced on a terminal, else a line per change. */
export interface LiveLine {
  show(record: object, text: string): Promise<void>;
  end(): void;
}

export function createLiveLine(out: Output): LiveLine {
  const { stdout } = process;
  if (out.isJson || !out.isTerminal) return { show: out.event, end: () => undefined };
  return {
    show: async (_record, text) => {
      cursorTo(stdout, 0);
      clearLine(stdout, 0);
      // A longer text would wrap, and the next one would replace its last line only.
      await out.write(printable(text).slice(0, stdout.columns - 1));
    },
    end: () => {
      stdout.write('\n');
    },
  };
}
