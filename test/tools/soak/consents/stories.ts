import { randomInt } from 'node:crypto';
import {
  allow,
  type Consent,
  check,
  type Ender,
  end,
  exchange,
  findStanding,
  type Person,
  read,
  replaceCode,
  type Stage,
} from './person.ts';

/** Codes that were never exchanged are exchanged in a later story. */
const isOpen = ({ code, isExchanged }: Consent) => code !== undefined && !isExchanged;

const isLikely = (part: number) => Math.random() < part;

const chooseEnder = (): Ender =>
  (['person', 'operator', 'application'] as const)[randomInt(3)] ?? 'person';

/** A story that gives this many consents. */
interface Plot {
  readonly consents: number;
  tell(stage: Stage, person: Person): Promise<void>;
}

async function allowTimes(
  stage: Stage,
  person: Person,
  count: number,
): Promise<readonly Consent[]> {
  const before = person.consents.length;
  for (let index = 0; index < count; index += 1) await allow(stage, person, isLikely(0.4));
  return person.consents.slice(before);
}

/** The codes are exchanged all at once, by several processes. */
const exchangeTogether = (consents: number): Plot => ({
  consents,
  async tell(stage, person) {
    await exchange(stage, person, { consents: await allowTimes(stage, person, consents) });
  },
});

const plots: readonly Plot[] = [
  exchangeTogether(1),
  exchangeTogether(3),
  {
    // The code is replaced before, and sometimes after, the exchange.
    consents: 1,
    async tell(stage, person) {
      await allow(stage, person, true);
      const consents = person.consents.slice(-1);
      for (const consent of consents) await replaceCode(stage, consent);
      await exchange(stage, person, { consents });
      for (const consent of consents) if (isLikely(0.2)) await replaceCode(stage, consent);
    },
  },
  {
    // Exchanged in reverse order, so that the older consent comes last.
    consents: 2,
    async tell(stage, person) {
      const consents = await allowTimes(stage, person, 2);
      for (const consent of [...consents].reverse()) {
        await exchange(stage, person, { consents: [consent] });
      }
    },
  },
  {
    // The first one is left for later.
    consents: 2,
    async tell(stage, person) {
      const consents = await allowTimes(stage, person, 2);
      await exchange(stage, person, { consents: consents.slice(1) });
    },
  },
  {
    // A read happens while the consent changes.
    consents: 1,
    async tell(stage, person) {
      const consents = await allowTimes(stage, person, 1);
      await read(stage, person, () => exchange(stage, person, { consents }));
    },
  },
];

/** Starts a story of a person who allows access. @returns the number of consents, and its end */
export function tellStory(stage: Stage, person: Person) {
  const { consents, tell } = plots[randomInt(plots.length)] as Plot;
  const run = async () => {
    const open = person.consents.filter(isOpen);
    const older = open.filter(({ isEnded }) => !isEnded || isLikely(0.1)).slice(0, 2);
    if (isLikely(0.3)) await exchange(stage, person, { consents: older });
    await tell(stage, person);
    await check(stage, person);
    if (isLikely(0.3)) await Promise.all([1, 2, 3].map(() => read(stage, person)));
    if (isLikely(0.25)) await endSomehow(stage, person);
  };
  return { consents, done: run() };
}

/** Ends the access, alone, during a read, or during the exchange of a code. */
async function endSomehow(stage: Stage, person: Person): Promise<void> {
  const { token } = person;
  const by = chooseEnder();
  const chance = randomInt(3);
  if (chance === 0) await end(stage, person, by);
  else if (chance === 1) await read(stage, person, () => end(stage, person, by));
  else await endDuringExchange(stage, person, by === 'application' ? 'operator' : by);
  if (!findStanding(person)) await check(stage, person, token);
  const ended = person.consents.filter((consent) => isOpen(consent) && consent.isEnded);
  await exchange(stage, person, { consents: ended.slice(-1) });
}

/** Ends the access during an exchange. Whichever is first, the access is ended afterwards. */
async function endDuringExchange(stage: Stage, person: Person, by: Ender): Promise<void> {
  const consents = person.consents.filter((one) => isOpen(one) && !one.isEnded).slice(-1);
  const isEnding = findStanding(person) !== undefined;
  await Promise.all([end(stage, person, by), exchange(stage, person, { consents, isEnding })]);
  if (!isEnding) return;
  // The answer of the exchange may have come after the answer of the end.
  if (!person.consents.some(({ isEnded }) => !isEnded)) person.token = undefined;
}
