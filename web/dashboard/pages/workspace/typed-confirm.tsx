import { type ComponentProps, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { TextField } from '../../kit/field.tsx';
import { useText } from '../../words/messages.ts';

type Props = Omit<ComponentProps<typeof Confirm>, 'isReady'> & { name: string };

/** Asks the user to type the name, to avoid deleting the wrong one. */
export const TypedConfirm = ({ name, children, ...confirm }: Props) => {
  const t = useText();
  const [typed, setTyped] = useState('');
  return (
    <Confirm {...confirm} isReady={typed.trim() === name.trim()}>
      {children}
      <TextField
        label={t('workspace.type_name', { name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </Confirm>
  );
};
