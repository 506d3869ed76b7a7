import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Switch } from '../kit/form.tsx';
import { isSingleKey, setSingleKeys, useSingleKeys } from '../kit/shortcuts.ts';
import { type MessageKey, t } from '../words/messages.ts';

const ANYWHERE: readonly [keys: readonly string[], what: MessageKey][] = [
  [['Ctrl', 'K'], 'keys.palette'],
  [['?'], 'keys.help'],
  [['g', 'i'], 'shell.go_inbox'],
  [['g', 's'], 'shell.go_sites'],
  [['g', 'r'], 'shell.go_reviews'],
  [['g', 'p'], 'shell.go_personas'],
  [['g', 'w'], 'shell.go_workspace'],
  [['F6'], 'keys.messages'],
];
const IN_INBOX: readonly [keys: readonly string[], what: MessageKey][] = [
  [['j'], 'keys.next'],
  [['k'], 'keys.previous'],
  [['Enter'], 'common.open_note'],
  [['e'], 'keys.resolve'],
  [['s'], 'keys.status'],
  [['a'], 'keys.assign'],
  [['r'], 'keys.reply'],
  [['z'], 'keys.undo'],
  [['x'], 'keys.select'],
  [['Esc'], 'keys.clear'],
  [['/'], 'keys.search'],
];

export const KeyboardHelp = ({ onClose }: { onClose: () => void }) => {
  const areSingleOn = useSingleKeys();
  const isOn = ([keys]: (typeof ANYWHERE)[number]) => areSingleOn || !keys.every(isSingleKey);
  const list = (rows: typeof ANYWHERE) => (
    <dl className="keys">
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>{t(what)}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <Switch
        label={t('keys.single')}
        hint={t('keys.single.hint')}
        checked={areSingleOn}
        onChange={({ target }) => setSingleKeys(target.checked)}
      />
      <h3>{t('keys.anywhere')}</h3>
      {list(ANYWHERE.filter(isOn))}
      <h3>{t('keys.in_inbox')}</h3>
      {list(IN_INBOX.filter(isOn))}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </Dialog>
  );
};
