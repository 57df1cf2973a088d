import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SqliteConnection from 'better-sqlite3';
import { plantRows } from '../../../service/planted-rows.ts';
import type { Row, Sample, ServerBenchmark } from '../benchmark.ts';
import { startConnectService } from '../support/processes.ts';
import { createSamples } from '../support/samples.ts';

const rowsOfKind = 40_000;
const restMs = 10_000;
const maxMs = 120_000;
const states = ['at rest', 'with rows due'] as const;

/** Rows that the service ends or deletes by itself. */
const countDue = `SELECT (SELECT count(*) FROM accounts WHERE consent_due_at < unixepoch() * 1000)
  + (SELECT count(*) FROM connect_sessions) + (SELECT count(*) FROM tokens)
  + (SELECT count(*) FROM flows) + (SELECT count(*) FROM codes) AS due`;

/** The longest wait for an answer while SQLite ends and deletes many rows of each kind, from its start on. */
export const sweepBenchmark: ServerBenchmark = {
  name: 'sweep',
  async run({ before }) {
    const folder = mkdtempSync(join(tmpdir(), 'tax-connect-sweep-'));
    try {
      const taken = new Map<string, Sample[]>();
      for (const state of states) taken.set(state, [await measure(folder, state, before || '.')]);
      const samples = createSamples(taken);
      const rows = states.flatMap((state): readonly Row[] => {
        const read = (name: string) => samples.list(state, name)[0] ?? Number.NaN;
        const note = `${rowsOfKind} of each kind, ${Math.round(read('seconds'))} s`;
        return [
          { label: `start → answer, ${state}`, value: read('startMs'), unit: 'ms', note: 'once' },
          { label: `longest wait for /livez, ${state}`, value: read('waitMs'), unit: 'ms', note },
        ];
      });
      return { name: 'sweep', samples, rows };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  folder: string,
  state: (typeof states)[number],
  root: string,
): Promise<Sample> {
  const isFull = state === 'with rows due';
  const file = join(folder, 'connect.sqlite');
  // The service at rest has created the tables.
  if (isFull) await plant(file);
  const startedAt = performance.now();
  const service = await startService(folder, root);
  const startMs = performance.now() - startedAt;
  const database = new SqliteConnection(file, { readonly: true });
  const readDue = database.prepare(countDue).pluck();
  let waitMs = 0;
  try {
    const isOver = (ms: number) => (isFull ? readDue.get() === 0 || ms > maxMs : ms > restMs);
    for (let asked = 0; asked % 100 !== 0 || !isOver(performance.now() - startedAt); asked += 1) {
      const start = performance.now();
      await fetch(`http://127.0.0.1:${service.listenPort}/livez`);
      waitMs = Math.max(waitMs, performance.now() - start);
      await wait(2);
    }
    return { startMs, waitMs, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    database.close();
    await service.close();
  }
}

async function startService(folder: string, root: string) {
  const application = { client_id: 'test_app', name: 'Bench', environment: 'test' };
  const file = join(folder, 'applications.json');
  const registered = {
    ...application,
    origins: [],
    redirect_uris: [],
    client_secret: 's'.repeat(40),
  };
  writeFileSync(file, JSON.stringify([registered]), { mode: 0o600 });
  const environment = { DATA_DIR: folder, APPLICATIONS_FILE: file };
  return await startConnectService(environment, join(folder, 'service.log'), root);
}

async function plant(file: string): Promise<void> {
  const database = new SqliteConnection(file);
  await plantRows(async (text) => {
    database.exec(text);
    return [];
  }, rowsOfKind);
  database.close();
}
