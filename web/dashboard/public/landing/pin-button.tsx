import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { readConfig } from '../../session/config.ts';
import { t } from '../../words/messages.ts';

const loadWidget = (loader_id: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `/w/${loader_id}/widget.js`;
    script.onload = resolve;
    script.onerror = () => reject(new Error('The widget did not load.'));
    document.head.append(script);
  });

/** A stage without a site for its own pages shows the demo after signing in. */
const pin = async () => {
  if (!window.Sidenote) {
    const { loader_id } = await readConfig();
    if (loader_id === null) return location.assign('/dashboard');
    await loadWidget(loader_id);
  }
  await window.Sidenote?.open();
};

/** The widget is loaded when it is asked for. */
export const PinButton = () => {
  const [isOpening, setOpening] = useState(false);
  const open = () => {
    setOpening(true);
    void pin()
      .catch(() => location.assign('/demo'))
      .finally(() => setOpening(false));
  };
  return (
    <Button look="primary large" icon={MapPin} disabled={isOpening} onClick={open}>
      {t('landing.pin')}
    </Button>
  );
};
