import { describe, expect, it } from '@jest/globals';
import { MailboxTurns, type Turn } from './mailbox-turns.ts';

function newTurns() {
  let nowMs = 0;
  const turns = new MailboxTurns({ connectionsMax: 4, connectionsPerWorkspaceMax: 3 }, () => nowMs);
  const start = (workspaceId: string, isRead = true): Turn => {
    const turn = turns.start(workspaceId);
    if (isRead) turn.markRead();
    return turn;
  };
  const ended = (all: readonly Turn[]): readonly boolean[] => all.map(({ signal }) => signal.aborted);
  return { turns, start, ended, pass: (ms: number) => (nowMs += ms) };
}

describe('MailboxTurns', () => {
  it('ends the oldest read connections of a workspace that has its share', () => {
    const { turns, start, ended } = newTurns();
    const own = [start('large', false), start('large'), start('large')];
    expect(turns.isFull()).toBe(true);
    turns.makeRoom(new Map([['large', 1]]));
    expect(ended(own)).toEqual([false, true, false]);
    turns.makeRoom(new Map([['large', 5]]));
    expect(ended(own)).toEqual([false, true, true]);
  });

  it('ends nothing while a connection is free', () => {
    const { turns, start, ended } = newTurns();
    const own = [start('large'), start('large')];
    expect(turns.isFull()).toBe(false);
    turns.makeRoom(new Map([['small', 1]]));
    expect(ended(own)).toEqual([false, false]);
  });

  it('gives connections of the workspace with the most to one with fewer, never the other way', () => {
    const { turns, start, ended } = newTurns();
    const large = [start('large'), start('large'), start('large')];
    const small = [start('small')];
    turns.makeRoom(new Map([['new', 1]]));
    expect(ended([...large, ...small])).toEqual([true, false, false, false]);
    turns.makeRoom(new Map([['large', 1]]));
    expect(ended(small)).toEqual([false]);
  });

  it('lets mailboxes take turns within their workspace when all have the same number', () => {
    const { turns, start, ended } = newTurns();
    const all = ['a', 'b', 'c', 'd'].map((id) => start(id));
    turns.makeRoom(new Map([['c', 1]]));
    expect(ended(all)).toEqual([false, false, true, false]);
  });

  it('ends a connection that was not read in 30 s, so that slow servers hold no place', () => {
    const { turns, start, ended, pass } = newTurns();
    const own = [start('slow', false), start('slow', false), start('slow', false), start('slow 2', false)];
    turns.makeRoom(new Map([['small', 1]]));
    expect(ended(own)).toEqual([false, false, false, false]);
    pass(30_001);
    turns.makeRoom(new Map([['small', 1]]));
    expect(ended(own)).toEqual([true, false, false, false]);
  });
});
