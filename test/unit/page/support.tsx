import { render } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { vi } from 'vitest';
import type { FlowClient, FlowResult } from '../../../src/connect/page/flow-client.ts';
import { createFlowStore } from '../../../src/connect/page/flow-store.ts';
import { en } from '../../../src/connect/page/locales/en.ts';
import { type PageContext, PageProvider } from '../../../src/connect/page/page-context.ts';
import type { Problem, ProblemCode } from '../../../src/connect/page/problems.ts';
import type { StartedFlow } from '../../../src/connect/shapes/flow-answers.ts';

/** The provider of most tests. */
export const sandbox = {
  id: 'sandbox',
  name: 'Sandbox Tax',
  domain: 'sandbox.example',
  aliases: [],
  popular: true,
  logo: null,
  status: 'available',
  reason: null,
  surface: 'any',
} as const satisfies StartedFlow['providers'][number];

/** The service's response to a start. */
export const startedFlow: StartedFlow = {
  application: { name: 'Demo Taxes', environment: 'test' },
  origin: 'https://app.example',
  providers: [sandbox, { ...sandbox, id: 'other', name: 'Other Tax', domain: 'other.example' }],
  submissions: { limit: 100, used: 3 },
};

/** The start of an embedded flow. */
export const embeddedStart = {
  binding: { origin: 'https://app.example', nonce: 'n'.repeat(43), state: null, sessionId: 's' },
  providerId: null,
  selector: 'host',
} as const;

/** @returns a successful response */
export function answer<Value>(value: Value): Promise<FlowResult<Value>> {
  return Promise.resolve({ ok: true, value });
}

/** @returns a refusal with this code */
export function refuse(code: ProblemCode, retryable = true): Promise<FlowResult<never>> {
  const problem: Problem = { code, description: `because of ${code}`, retryable };
  return Promise.resolve({ ok: false, problem });
}

/** @returns a service whose methods are spies that succeed */
export function createFakeClient() {
  return {
    start: vi.fn<FlowClient['start']>(() => answer(startedFlow)),
    selectProvider: vi.fn<FlowClient['selectProvider']>((id) =>
      answer({ id, name: 'Sandbox Tax', domain: 'sandbox.example' }),
    ),
    authorize: vi.fn<FlowClient['authorize']>(() => answer({ url: 'https://sandbox.example/' })),
    resume: vi.fn<FlowClient['resume']>(() =>
      answer({
        ...startedFlow,
        provider: { id: 'sandbox', name: 'Sandbox Tax', domain: 'sandbox.example' },
      }),
    ),
    comeBack: vi.fn<FlowClient['comeBack']>(() =>
      answer({ step: 'consent', account: { label: 'user_good' } }),
    ),
    goBack: vi.fn<FlowClient['goBack']>(() => answer({})),
    login: vi.fn<FlowClient['login']>(() =>
      answer({ step: 'consent', account: { label: 'user_good' } }),
    ),
    resend: vi.fn<FlowClient['resend']>(() => answer({ step: 'mfa' as const })),
    submitAnswer: vi.fn<FlowClient['submitAnswer']>(() =>
      answer({ step: 'consent', account: { label: 'user_mfa' } }),
    ),
    decide: vi.fn<FlowClient['decide']>((decision) =>
      answer(
        decision === 'allow' ? { code: 'c0de', nonce: 'n'.repeat(43) } : { denied: true as const },
      ),
    ),
  };
}

/** @returns a reporter that only records */
export function createFakeReporter() {
  return {
    onStarted: vi.fn(),
    onProviderSelected: vi.fn(),
    onProviderNotListed: vi.fn(),
    onStep: vi.fn(),
    onCode: vi.fn(() => Promise.resolve(true)),
    onDenied: vi.fn(),
    onVisit: vi.fn(),
    onFailed: vi.fn(),
  };
}

/** @returns a flow before its start, and its parts */
export function createTestFlow() {
  const client = createFakeClient();
  const reporter = createFakeReporter();
  const { application } = startedFlow;
  return { client, reporter, store: createFlowStore({ application, client, reporter }) };
}

type TestContext = Partial<PageContext> & Pick<PageContext, 'store'>;

/**
 * Renders a view as the page does.
 *
 * @param context - the flow, and differences from a frame in English
 */
export function renderInPage(children: ComponentChildren, context: TestContext) {
  return render(inPage(children, context));
}

/** @returns the view within the contexts that it needs */
export function inPage(children: ComponentChildren, context: TestContext) {
  const full: PageContext = {
    text: en,
    surface: 'frame',
    locale: 'en',
    reference: 'K7QF3M9T',
    theme: 'light',
    redirectHost: null,
    flowToken: null,
    // happy-dom has no layout, so everything counts as visible at once.
    watchShown: (_element, _share, onChange) => {
      onChange(true);
      return () => undefined;
    },
    restart: () => undefined,
    close: null,
    leave: null,
    ...context,
  };
  return <PageProvider value={full}>{children}</PageProvider>;
}
