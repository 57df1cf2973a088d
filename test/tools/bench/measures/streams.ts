import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres } from '../../../support/postgres-server.ts';
import type { Sample, ServerBenchmark } from '../benchmark.ts';
import { plantFlows } from '../support/plant-flows.ts';
import {
  readCpuMs,
  readFamilyCpuMs,
  startConnectService,
  startTalkingProcess,
} from '../support/processes.ts';
import { createSamples } from '../support/samples.ts';

const databases = ['SQLite', 'PostgreSQL'] as const;
const streamCounts = [0, 1000, 5000] as const;
/** After the last stream has opened, until the service has read each flow again. */
const settleMs = 10_000;
const restMs = 75_000;
const clientId = 'bench';

/** The part of a core that waiting windows cost while nothing happens: the service, and PostgreSQL beside it. */
export const streamsBenchmark: ServerBenchmark = {
  name: 'streams',
  async run({ before }) {
    const postgres = await startPostgres({ isDurable: true });
    const taken = new Map<string, Sample[]>();
    try {
      for (const database of databases) {
        for (const count of streamCounts) {
          taken.set(`${count} streams, ${database}`, [
            await measure({ database, count, postgresUrl: postgres.url, root: before || '.' }),
          ]);
        }
      }
    } finally {
      await postgres.stop();
    }
    const samples = createSamples(taken);
    const rows = [...taken.keys()].flatMap((name) => {
      const [value = Number.NaN] = samples.list(name, 'servicePart');
      const [database = Number.NaN] = samples.list(name, 'databasePart');
      const percent = (part: number) => `${(part * 100).toFixed(2)} % of a core`;
      const beside = Number.isNaN(database) ? '' : `; PostgreSQL ${percent(database)}`;
      const note = `service ${percent(value)}${beside}`;
      return [{ label: `CPU at rest, ${name}`, value, unit: 'ratio' as const, aim: 0.02, note }];
    });
    return { name: 'streams', samples, rows };
  },
};

interface Place {
  readonly database: (typeof databases)[number];
  readonly count: number;
  readonly postgresUrl: string;
  /** The folder of the repository whose build is measured. */
  readonly root: string;
}

async function measure({ database, count, postgresUrl, root }: Place): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-streams-'));
  const applications = [
    {
      ...{ client_id: clientId, name: 'Bench', environment: 'test' },
      origins: [],
      redirect_uris: ['https://app.example/callback'],
      client_secret: 's'.repeat(40),
    },
  ];
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify(applications), { mode: 0o600 });
  const isPostgres = database === 'PostgreSQL';
  const service = await startConnectService(
    {
      ...(isPostgres
        ? { DATABASE_URL: postgresUrl, MIGRATE_ON_START: 'true' }
        : { DATA_DIR: folder }),
      ...{ APPLICATIONS_FILE: applicationsFile, TRUST_PROXY: '127.0.0.1' },
    },
    join(folder, 'service.log'),
    root,
  );
  const admin = new Client({ connectionString: postgresUrl });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const load = startTalkingProcess('listeners');
  try {
    const place = isPostgres ? { url: postgresUrl } : { file: join(folder, 'connect.sqlite') };
    const tokens = await plantFlows(place, { clientId, count });
    await load.ask({ listenPort: service.listenPort, tokens });
    await wait(settleMs);
    const read = () => ({
      ...{ service: readCpuMs(service.pid), at: performance.now() },
      database: isPostgres ? readFamilyCpuMs(rows[0]?.pid ?? 0) : Number.NaN,
    });
    const start = read();
    await wait(restMs);
    const end = read();
    const part = (used: number) => used / (end.at - start.at);
    return {
      servicePart: part(end.service - start.service),
      databasePart: part(end.database - start.database),
    };
  } finally {
    await load.close();
    await admin.end();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
