import type { endedSignInsAnswer } from '../../../shapes/admin-key-answers.ts';
import type { Answer } from '../../../shapes/common-answers.ts';
import { readActor } from '../../http/actor.ts';
import { answerJson } from '../../http/answers.ts';
import type { Arrival } from '../../http/endpoint.ts';
import type { Parts } from '../../http/parts.ts';
import { logFor } from '../../http/request-id.ts';

/** `POST …/sign-ins/end`: ends every session of the dashboard, including the current one. Admin keys stay valid. */
export function endSignIns({ clock, store }: Pick<Parts, 'clock' | 'store'>) {
  return async ({ context }: Arrival) => {
    const subject = { clientId: '', application: '', detail: null };
    const entry = { ...readActor(context), ...subject, changedAt: clock.now() };
    const ended = await store.auditLog.change(
      { ...entry, action: 'sign_ins_ended' },
      ({ operator }) => operator.endAllSessions(),
    );
    logFor(context).info({ ended }, 'everyone signed out of the dashboard');
    return answerJson<Answer<typeof endedSignInsAnswer>>(context, { ended });
  };
}
