import type * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { deletedAnswer } from '../../../shapes/dashboard-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeApplication } from '../../operators/change.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import type { nameBody } from './settings.ts';

type DeletionRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof nameBody> };

interface DeletionParts extends Pick<Parts, 'clock' | 'store'> {
  /** Called when there are rows to purge. */
  onApplicationDeleted(): void;
}

/**
 * `POST …/delete`: deletes an application with all its data. Its codes and access tokens become invalid at once.
 * The body repeats the name, so that an operator does not delete another application by mistake.
 *
 * @throws Refusal `invalid_request` for a wrong name, or `not_found`
 */
export function deleteApplication(parts: DeletionParts) {
  const { clock, onApplicationDeleted } = parts;
  return async (request: DeletionRequest) => {
    const { context, application, body } = request;
    const { clientId, publicClientId: client_id, environment } = application;
    const deletion = { name: body.name, now: clock.now() };
    const isDeleted = await changeApplication(parts, request, {
      action: 'application_deleted',
      detail: null,
      apply: ({ registrations }) => registrations.delete(clientId, deletion),
    });
    if (!isDeleted) {
      await namedApplication(parts)({ context });
      throw createOtherName();
    }
    onApplicationDeleted();
    logFor(context).info({ client_id, environment }, 'application deleted');
    return answerJson<Answer<typeof deletedAnswer>>(context, { deleted: client_id });
  };
}

function createOtherName(): Refusal {
  const description = 'This is not the name of the application.';
  return new Refusal([400, 'invalid_request'], description);
}
