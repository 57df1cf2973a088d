import { post, sayLoaded, sendCodeLater } from './harness.js';

const session = { user_guid: 'USR-bench', session_guid: 'SES-bench' };

sayLoaded();
post({ mx: true, type: 'mx/load', metadata: {} });
sendCodeLater((code) => {
  const metadata = { ...session, member_guid: code };
  post({ mx: true, type: 'mx/connect/memberConnected', metadata });
});
