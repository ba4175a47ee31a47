import type { Page } from 'playwright-core';

/** What a browser did while a list scrolled. */
export interface ScrollResult {
  /** Rows that passed. */
  readonly rows: number;
  readonly durationMs: number;
  /** Frames that were painted. */
  readonly frames: number;
  /** Frames of 60 Hz without a new picture. */
  readonly droppedFrames: number;
  /** The tasks over 50 ms, in order. */
  readonly longTasksMs: readonly number[];
}

/** A list whose rows have one height. */
export interface ScrolledList {
  /** Of the element that scrolls. */
  readonly selector: string;
  readonly rowPx: number;
}

export const CONTACT_ROWS: ScrolledList = { selector: 'main [role=region][aria-label=Contacts]', rowPx: 36 };
export const THREAD_ROWS: ScrolledList = { selector: 'main :has(> nav[aria-label=Threads])', rowPx: 80 };

const TIMEOUT_MS = 120_000;

/**
 * Scrolls by four rows per frame: about 240 rows a second at 60 frames a second. A list without a next row within the
 * timeout is an error.
 */
const SCROLL = `
  async ({ selector, rowPx, rowCount, timeoutMs }) => {
    const FRAME_MS = 1000 / 60;
    const scroller = document.querySelector(selector);
    const longTasksMs = [];
    const add = (entries) => longTasksMs.push(...entries.map(({ duration }) => duration));
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'longtask' });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const startedAt = await frame();
    let [last, frames, droppedFrames] = [startedAt, 0, 0];
    while (scroller.scrollTop < rowCount * rowPx) {
      scroller.scrollTop += 4 * rowPx;
      const now = await frame();
      frames += 1;
      droppedFrames += Math.max(0, Math.round((now - last) / FRAME_MS) - 1);
      last = now;
      if (now - startedAt > timeoutMs) throw new Error('The list stopped at ' + scroller.scrollTop + ' px.');
    }
    // The observer reports a task after its end.
    await new Promise((resolve) => setTimeout(resolve));
    add(observer.takeRecords());
    observer.disconnect();
    const rows = Math.floor(scroller.scrollTop / rowPx);
    return { rows, durationMs: last - startedAt, frames, droppedFrames, longTasksMs };
  }`;

/** Scrolls an open list through many rows, which it loads page by page. */
export async function scrollRows(page: Page, list: ScrolledList, rowCount: number): Promise<ScrollResult> {
  const input = JSON.stringify({ ...list, rowCount, timeoutMs: TIMEOUT_MS });
  return page.evaluate<ScrollResult>(`(${SCROLL})(${input})`);
}
