import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_Toast as ToastOne,
  UNSTABLE_ToastRegion as ToastRegionAria,
} from 'react-aria-components/Toast';
import { t } from '../words/messages.ts';
import { RequestId } from './states.tsx';
import { toasts } from './toast.ts';

export const ToastRegion = () => (
  <ToastRegionAria queue={toasts} className="toasts">
    {({ toast }) => {
      const { text, hint, requestId, tone, undo } = toast.content;
      const Icon = tone === 'good' ? CircleCheck : CircleAlert;
      return (
        <ToastOne toast={toast} className={`toast ${tone}`}>
          <Icon aria-hidden="true" />
          <ToastContent>
            <Text slot="title">{text}</Text>
            {hint && (
              <Text slot="description" elementType="small">
                {hint}
              </Text>
            )}
            {requestId && <RequestId id={requestId} />}
          </ToastContent>
          {undo && (
            <Button
              className="button quiet"
              onPress={() => {
                toasts.close(toast.key);
                void undo();
              }}
            >
              {t('common.undo')}
            </Button>
          )}
          <Button slot="close" className="button quiet icon-only" aria-label={t('common.dismiss')}>
            <X aria-hidden="true" />
          </Button>
        </ToastOne>
      );
    }}
  </ToastRegionAria>
);
