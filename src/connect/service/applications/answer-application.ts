import type { Answer } from '../../shapes/common-answers.ts';
import type { applicationAnswer } from '../../shapes/dashboard-answers.ts';
import { answerJson } from '../http/answers.ts';
import type { Parts } from '../http/parts.ts';
import type { ApplicationRequest } from './checks.ts';
import { describeApplication } from './describe-application.ts';

/**
 * @param request - the request with its application, just read from the database
 * @returns a response with all data of the application
 */
export async function answerApplication(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'sdk' | 'store'>,
  { context, application }: ApplicationRequest,
): Promise<Response> {
  const described = await describeApplication(parts, application);
  return answerJson<Answer<typeof applicationAnswer>>(context, described);
}
