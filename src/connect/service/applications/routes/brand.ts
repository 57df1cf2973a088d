import * as v from 'valibot';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { changeApplication } from '../../operators/audit-log.ts';
import { type ApplicationRequest, namedApplication } from '../checks.ts';
import { type BrandJson, checkBrand } from '../consent-terms.ts';
import { answerApplication } from '../describe-application.ts';
import type { Brand } from '../registered-application.ts';

const text = v.exactOptional(v.nullable(v.pipe(v.string(), v.trim())));

/** The parts of the brand to change. Null removes a part. */
export const brandBody = v.object({ accent_color: text, support_url: text });

type BrandRequest = ApplicationRequest & { readonly body: v.InferOutput<typeof brandBody> };

/**
 * `POST …/brand`: changes the accent of the application's pages and the address of its support, for pages that are
 * loaded from now on. It responds with the changed application.
 *
 * @throws Refusal `invalid_request` with the rule, `not_found`
 */
export function setBrand(parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>) {
  return async (request: BrandRequest) => {
    const { context, application, body } = request;
    const { clientId, environment } = application;
    const {
      accent_color: accentColor = application.accentColor,
      support_url: supportUrl = application.supportUrl,
    } = body;
    const brand: Brand = { accentColor, supportUrl };
    assertBrand({ accent_color: accentColor, support_url: supportUrl }, environment);
    await changeApplication(parts, request, {
      action: 'brand_set',
      detail: summarize(brand),
      apply: async ({ registrations }) =>
        summarize(brand) !== summarize(application) && registrations.setBrand(clientId, brand),
    });
    const changed = await namedApplication(parts)(request);
    logFor(context).info({ client_id: clientId }, 'brand set');
    return await answerApplication(parts, { context, ...changed });
  };
}

const names = { accent_color: 'The accent', support_url: 'The address of the support' } as const;

function assertBrand(brand: BrandJson, environment: Parameters<typeof checkBrand>[1]): void {
  const wrong = checkBrand(brand, environment);
  if (!wrong) return;
  const description = `${names[wrong.field]} ${wrong.rule}.`;
  throw new Refusal([400, 'invalid_request'], description, { retryable: false });
}

/** Summarizes the brand for the audit log. */
function summarize({ accentColor, supportUrl }: Brand): string {
  return [accentColor ?? 'no accent', supportUrl ?? 'no address of a support'].join(' · ');
}
