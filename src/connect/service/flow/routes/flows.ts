import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { flowsAnswer, referenceAnswer } from '../../../shapes/dashboard-answers.ts';
import { parseReference } from '../../../shapes/reference.ts';
import { type FlowStage, flowOutcomes, flowStages, passedStages } from '../../../shapes/unions.ts';
import type { ApplicationRequest } from '../../applications/checks.ts';
import { describeFlow, toFlowPosition } from '../../applications/describe-flow.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody, WithQuery } from '../../http/checks.ts';
import type { Arrival } from '../../http/endpoint.ts';
import { wholeNumber } from '../../http/json-body.ts';
import { pageFields, readPage } from '../../http/paging.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Store } from '../../store/store.ts';
import type { SearchedFlow } from '../flow-entries.ts';

/** The maximum number of flows in the answer. A session has one flow for each attempt of its user. */
const maxFlows = 50;

export const flowsQuery = v.object({
  /** A reference as people give it, in any case, with or without the dash; or a complete session ID. */
  reference: v.pipe(v.string(), v.maxLength(200)),
});

/**
 * `GET …/flows`: finds flows of all applications by their reference, newest first. The browser chooses the reference,
 * so flows of other people may have the same reference.
 */
export async function findFlows(request: Arrival & WithQuery<typeof flowsQuery>) {
  const { context, query } = request;
  const { clock, providers, store } = request.parts;
  const reference = parseReference(query.reference);
  if (reference === undefined) {
    const description = 'A reference has eight letters and digits, such as K7QF-3M9T.';
    throw new Refusal([400, 'invalid_request'], description);
  }
  const flows = await store.flowEntries.listByReference(reference, maxFlows, clock.now());
  return answerJson<Answer<typeof referenceAnswer>>(context, {
    reference,
    flows: flows.map(({ clientId, application, environment, ...flow }) => ({
      ...describeFlow(flow, { environment, providers }),
      client_id: clientId,
      application,
    })),
  });
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(2000));
const time = wholeNumber(0, 8_640_000_000_000_000);

export const flowSearch = v.object({
  outcomes: v.optional(v.pipe(v.array(v.picklist(flowOutcomes)), v.minLength(1))),
  /** Only flows whose person has got at least so far. */
  reached: v.nullish(v.picklist(flowStages)),
  provider_id: v.nullish(text),
  /** A reference, a `client_user_id`, or a host such as `shop.example` or `https://shop.example`. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  /** The start of the period, in milliseconds since the epoch. `before` is its end and not part of it. */
  from: v.nullish(time),
  before: v.nullish(time),
  order: v.optional(v.picklist(['newest', 'oldest']), 'newest'),
  ...pageFields.entries,
  after: v.optional(v.pipe(v.string(), v.regex(/^(?:\d{1,15}-[0-9a-f]{16})?$/)), ''),
});

type SearchRequest = ApplicationRequest & WithBody<typeof flowSearch>;

/**
 * `POST …/flows/search`: lists a page of the flows of the last day. The method is POST, because the application's own
 * ID of a person must not appear in an address.
 */
export async function searchFlows(request: SearchRequest) {
  const { context, application, body } = request;
  const { clock, providers, store } = request.parts;
  const { clientId, environment } = application;
  const { limit, order, outcomes, reached, search, ...limits } = body;
  const choice = { ...limits, searched: readSearch(search) };
  const now = clock.now();
  const { rows, last } = await readPage(limit, (count) => {
    const query = { ...choice, outcomes, reached, isReversed: order === 'oldest', count };
    return store.flowEntries.list(clientId, query, now);
  });
  const counted = choice.after === '' ? await store.flowEntries.count(clientId, choice, now) : null;
  return answerJson<Answer<typeof flowsAnswer>>(context, {
    flows: rows.map((flow) => describeFlow(flow, { environment, providers })),
    counts: counted && countOutcomes(counted),
    reached: counted && countReached(counted),
    next: last ? toFlowPosition(last) : null,
  });
}

type Counted = NonNullable<Awaited<ReturnType<Store['flowEntries']['count']>>>;

const sum = (counted: Counted) => counted.reduce((total, { count }) => total + count, 0);

function countOutcomes(counted: Counted) {
  return flowOutcomes
    .map((outcome) => ({ outcome, count: sum(counted.filter((one) => one.outcome === outcome)) }))
    .filter(({ count }) => count > 0);
}

/** Leaves out flows that continue in another one, which has the later steps. */
function countReached(counted: Counted) {
  const opened = counted.filter(({ step }) => step !== 'joined');
  const reach = (stage: FlowStage) =>
    sum(opened.filter(({ step }) => passedStages[step] > flowStages.indexOf(stage)));
  return {
    opened: sum(opened),
    provider_chosen: reach('provider_chosen'),
    signed_in: reach('signed_in'),
    allowed: reach('allowed'),
  };
}

/** @returns what a search text may mean, or undefined for an empty text */
function readSearch(search: string): SearchedFlow | undefined {
  if (search === '') return undefined;
  const [host = ''] = search
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split('/');
  return {
    client_user_id: search,
    reference: parseReference(search) ?? null,
    origins: [`https://${host}`, `http://${host}`],
  };
}
