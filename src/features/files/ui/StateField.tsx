import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { getFiles, setDocumentState } from '../contract.ts';
import { documentStates, type DocumentState } from '../rules.ts';
import type { ParticipantDocument } from './DocumentList.tsx';
import { nameWithVersion, stateNames } from './DocumentState.tsx';
import { smallSelectStyle } from './smallSelectStyle.ts';

interface Props {
  document: ParticipantDocument;
  /** Called after the new state has been saved and the list refetched. */
  onChanged: () => void;
}

/** The field in which a coach sets the state of a participant's document. */
export function StateField({ document: { id, name, version, state }, onChanged }: Props) {
  // The chosen state is shown until the list has been refetched.
  const [chosenState, setChosenState] = useState<DocumentState | null>(null);
  const [problem, setProblem] = useState('');
  const saveState = async (newState: DocumentState) => {
    setChosenState(newState);
    setProblem('');
    try {
      await callApi(setDocumentState, { fileId: id, state: newState });
      await invalidate(getFiles);
      onChanged();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Der Stand konnte nicht gespeichert werden!', 'document');
      setProblem(errorMessageOf(error));
    } finally {
      setChosenState(null);
    }
  };
  return (
    <TextField
      select
      size="small"
      label="Stand"
      value={chosenState ?? state}
      onChange={({ target }) => void saveState(target.value as DocumentState)}
      error={problem !== ''}
      helperText={problem}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        htmlInput: { 'aria-label': `Stand von ${nameWithVersion({ name, version })}` },
      }}
      sx={{ minWidth: 140, '& .MuiInputBase-root': { minHeight: 44 }, ...smallSelectStyle }}
    >
      {documentStates.map((option) => (
        <option key={option} value={option}>
          {stateNames[option]}
        </option>
      ))}
    </TextField>
  );
}
