import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { createSealedValueStore } from '../reseal/sealed-values.ts';
import type { Database } from '../store/schema.ts';
import { findOpenPaths } from '../store/sqlite/file-access.ts';
import { readSqliteState } from '../store/sqlite/migrate-sqlite.ts';
import { openConnection } from '../store/sqlite/open-connection.ts';
import { about, type Finding } from './finding.ts';
import {
  type DatabaseLook,
  type LiveAddress,
  lookAtSchema,
  selectLiveAddresses,
} from './look-at-database.ts';

const gigabyte = 1024 ** 3;
/** The least free space on the disk, in bytes. The write-ahead log alone can grow to 64 MB. */
const leastBytes = 200 * 1024 ** 2;

/** The numbers in `statfs` of file systems that are on other machines. */
const networkFileSystems: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

/**
 * Examines the embedded database, its folder and its disk, without changing anything. The database file may be
 * missing.
 *
 * @throws the driver's error when the file cannot be opened
 */
export async function lookAtFolder(databaseFile: string): Promise<DatabaseLook> {
  const folder = resolve(dirname(databaseFile));
  const findings = [checkAccess(folder), ...checkDisk(folder), ...checkOpenPaths(databaseFile)];
  const isMissing = !existsSync(databaseFile);
  // Opening a missing file would create it.
  const { sqlite, warnings } = await openConnection(isMissing ? ':memory:' : databaseFile);
  const database = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    const { finding, isReadable, isCurrent } = await lookAtSchema(
      () => readSqliteState(sqlite),
      ['expand', 'contract'],
    );
    return {
      findings: [
        ...findings,
        ...warnings.map(about('Node').risk),
        ...(isMissing ? [] : [checkClock(databaseFile)]),
        finding,
      ],
      addresses: isReadable ? sqlite.prepare<LiveAddress>(selectLiveAddresses).all([]) : [],
      sealed: isCurrent ? await createSealedValueStore(database, false).countKeys() : undefined,
    };
  } finally {
    sqlite.close();
  }
}

/** Finds the folder, or the nearest one above it that exists, unless the drive is missing on Windows. */
function findExisting(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : findExisting(above);
}

function checkAccess(folder: string): Finding {
  const { ok, wrong } = about('DATA_DIR');
  const existing = findExisting(folder);
  const isFolder = statSync(existing).isDirectory();
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    return wrong(
      `This user may not write to ${existing}, so nothing could be stored. Name another folder, or change its owner.`,
    );
  }
  if (!isFolder) return wrong(`${existing} is a file, so nothing could be stored. Name a folder.`);
  return ok(existing === folder ? `${folder} can be written.` : `${folder} will be created.`);
}

function checkDisk(folder: string): readonly Finding[] {
  const { bavail, bsize, type } = statfsSync(findExisting(folder));
  const bytes = bavail * bsize;
  const free = `${(bytes / gigabyte).toFixed(1)} GB`;
  const { ok, risk, wrong } = about('disk');
  const findings = [
    bytes < leastBytes
      ? wrong(`Only ${free} are free, so writing fails soon. Free some space, or move DATA_DIR.`)
      : bytes < gigabyte
        ? risk(
            `Only ${free} are free. When the disk is full, every request fails. Free some space.`,
          )
        : ok(`${free} are free.`),
  ];
  const isRemote = networkFileSystems.has(type);
  const text =
    'DATA_DIR is on a network file system, where locks fail and the database breaks. Use a local disk.';
  return isRemote ? [...findings, risk(text)] : findings;
}

function checkOpenPaths(databaseFile: string): readonly Finding[] {
  const exists = existsSync(dirname(databaseFile));
  const paths = exists ? findOpenPaths(databaseFile) : [];
  if (paths.length === 0) return [];
  return [
    about('DATA_DIR').risk(
      `Other users of this machine may access ${paths.join(', ')}. Set the mode of the folder to 700.`,
    ),
  ];
}

/** Checks that the clock was not set back. That would make expired codes valid again. */
function checkClock(databaseFile: string): Finding {
  const { ok, risk } = about('clock');
  // The last changes are in the write-ahead log, until it is copied to the database.
  const files = [databaseFile, `${databaseFile}-wal`].filter((file) => existsSync(file));
  const aheadMs = Math.max(...files.map((file) => statSync(file).mtimeMs)) - Date.now();
  if (aheadMs < 1000) return ok('It is after the last change of the database.');
  const seconds = Math.round(aheadMs / 1000);
  return risk(
    `It is ${seconds} s before the last change of the database, so expired codes could be exchanged. Set the clock by NTP.`,
  );
}
