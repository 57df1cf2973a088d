import { batch } from '@preact/signals';
import type { FlowReporter, FlowStore, PendingTask, View } from './flow.ts';
import type { FlowClient, FlowResult } from './flow-client.ts';
import type { Application } from './flow-data.ts';
import { createState, createSteps } from './flow-steps.ts';
import { isSessionEnding, type Problem } from './problems.ts';

/** The parts of a store. */
export interface FlowStoreOptions {
  readonly application: Application;
  readonly client: FlowClient;
  readonly reporter: FlowReporter;
}

/**
 * @param options - the application, the service and the reporter
 * @returns the flow before its start
 */
export function createFlowStore({ application, client, reporter }: FlowStoreOptions): FlowStore {
  const state = createState(application);
  const { view, pending, problem, failedTask } = state;
  let current: AbortController | undefined;

  /** The page does not show anything yet that could recover from it. */
  const isFatal = (task: PendingTask, cause: Problem) =>
    isSessionEnding(cause) ||
    task === 'start' ||
    (task === 'select' && state.selector.value === 'host');

  /** One request at a time. The answer to an aborted request is dropped. */
  const run = async <Value>(
    task: PendingTask,
    request: (signal: AbortSignal) => Promise<FlowResult<Value>>,
  ): Promise<Value | undefined> => {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    batch(() => {
      pending.value = task;
      problem.value = null;
      failedTask.value = null;
    });
    const result = await request(controller.signal);
    if (controller.signal.aborted) return undefined;
    pending.value = null;
    if (result.ok) return result.value;
    if (isFatal(task, result.problem)) fail(result.problem);
    else {
      batch(() => {
        problem.value = result.problem;
        failedTask.value = task;
      });
    }
    return undefined;
  };

  const fail = (cause: Problem) => {
    if (isOver(view.value)) return;
    close();
    view.value = { kind: 'failed', problem: cause };
    reporter.onFailed(cause);
  };

  const confirm = () => {
    const { value } = view;
    const isUnconfirmed = value.kind === 'failed' && value.problem.code === 'not_received';
    if (isUnconfirmed) view.value = { kind: 'success', connected: null };
  };

  const close = () => {
    current?.abort();
    current = undefined;
    pending.value = null;
  };

  const steps = createSteps({ state, client, reporter, run });
  return { ...state, ...steps, confirm, fail, close };
}

function isOver({ kind }: View): boolean {
  return kind === 'success' || kind === 'denied' || kind === 'failed';
}
