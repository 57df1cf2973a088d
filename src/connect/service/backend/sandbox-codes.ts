import type { Handler } from 'hono';
import * as v from 'valibot';
import { createLimitReached } from '../flow/flow-application.ts';
import { createCodeRow } from '../flow/issue-code.ts';
import { findProvider, sandboxProviderId } from '../flow/providers/catalogue.ts';
import { assertRegisteredHost } from '../flow/registered-host.ts';
import { answerJson } from '../http/answers.ts';
import { Refusal } from '../http/refusal.ts';
import { createSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import { authenticateBackend, readBackendRequest } from './backend-request.ts';
import { credentialFields } from './client-authentication.ts';

const bodySchema = v.object({
  ...credentialFields,
  provider_id: v.optional(v.pipe(v.string(), v.maxLength(200)), sandboxProviderId),
  redirect_uri: v.optional(v.pipe(v.string(), v.maxLength(4000))),
});

/**
 * `POST /sandbox/authorization_codes`: a code without a browser, for the tests of a backend. For
 * test applications only, and it counts as a submission.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal as `readBackendRequest` and `authenticateBackend` do; 403 `unauthorized_client` for live applications or
 *   `submission_limit_reached`; 400 `provider_unavailable` or `invalid_request`
 */
export function createSandboxCodesRoute(services: Services): Handler {
  const { store } = services;
  return async (context) => {
    const request = await readBackendRequest(services, context, bodySchema);
    const application = await authenticateBackend(services, request);
    const { body } = request;
    const { clientId, environment } = application;
    if (environment !== 'test') {
      throw new Refusal([403, 'unauthorized_client'], 'Only test applications may do this.');
    }
    if (findProvider(environment, body.provider_id)?.status !== 'available') {
      throw new Refusal([400, 'provider_unavailable'], 'provider_id cannot be used for tests.');
    }
    const redirectUri = body.redirect_uri ?? null;
    const target = { redirect_uri: redirectUri, host_origin: null };
    const kind = redirectUri === null ? 'embedded' : 'redirect';
    if (kind === 'redirect') {
      await assertRegisteredHost(services, { client_id: clientId, kind, ...target });
    }
    await countSubmission(services, clientId);
    const code = createSecret();
    const row = createCodeRow(services, application, {
      code,
      kind,
      ...target,
      nonce: null,
      state: null,
      provider_id: body.provider_id,
      username: 'user_good',
    });
    if (!(await store.codes.issue(row))) throw createDeleted();
    return answerJson(context, { code }, 201);
  };
}

async function countSubmission({ config, store }: Services, clientId: string): Promise<void> {
  const submission = { defaultLimit: config.submissionLimit, isAnonymous: false };
  if (await store.applications.countSubmission(clientId, submission)) return;
  throw (await store.applications.find(clientId)) ? createLimitReached() : createDeleted();
}

function createDeleted(): Refusal {
  return new Refusal([401, 'invalid_client'], 'The application has been deleted meanwhile.');
}
