import type { Application } from '../../../src/connect/shapes/dashboard-answers.ts';
import { noTerms } from '../../../src/connect/shapes/flow-answers.ts';

/** An application of the environment `test`, with the client ID `test_shop`. */
export const application: Application = {
  client_id: 'test_shop',
  name: 'Corner Shop',
  environment: 'test',
  submissions: { limit: 100, used: 10, page: { limit: 80, used: 0 } },
  source: 'dashboard',
  logo: null,
  submission_limit: null,
  token_days: null,
  ...noTerms,
  accent_color: null,
  support_url: null,
  provider_ids: null,
  secrets: [{ created_at: 1, expires_at: null }],
  redirect_uris: [],
  origins: [],
  refused_origins: [],
  refused_redirect_uris: [],
  secret_refused_at: null,
  code_refused_at: null,
  flows: [],
  service: {
    base_url: 'http://localhost:4400',
    connect_url: 'http://localhost:4400/connect',
    submission_limit: 100,
    script: null,
  },
};
