import { ConnectWidget } from '@mxenabled/web-widget-sdk';
import { connectUrl, defineContender } from './harness.js';

defineContender({
  open({ onReady, onCode }) {
    const widget = new ConnectWidget({
      container: '#widget',
      url: connectUrl,
      onLoad: onReady,
      onMemberConnected: ({ member_guid: id }) => onCode(id),
    });
    return { close: () => widget.unmount() };
  },
});
