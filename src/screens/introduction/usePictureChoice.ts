import { useRef, useState } from 'react';
import { pictureAddress } from '../../shared/coach-picture.ts';
import { pictureProblem } from '../../features/coaches/introduction/rules.ts';
import { readPicture } from './readPicture.ts';

/** The picture of a proposal: a new file, the stored picture, or none. */
interface Choice {
  file: File | null;
  /** The id of the stored picture, if it is kept. */
  keptPictureId: number | null;
  /** The square preview of the new file, as an address for `<img>`. */
  square: string | null;
}

/** Manages the choice of a picture; `storedId` is the id of the stored picture. */
export function usePictureChoice(storedId: number | null) {
  const [choice, setChoice] = useState<Choice>({ file: null, keptPictureId: storedId, square: null });
  const [problem, setProblem] = useState('');
  const latest = useRef<File | null>(null);
  const choose = async (file: File) => {
    latest.current = file;
    setProblem('');
    const fileProblem = pictureProblem(file);
    if (fileProblem) return setProblem(fileProblem);
    const square = await readPicture(file);
    // Ignore this file if another one has been chosen meanwhile.
    if (latest.current !== file) return;
    if (square === null) return setProblem('Dieses Bild ist beschädigt. Bitte wähle ein anderes.');
    setChoice({ file, keptPictureId: null, square });
  };
  return {
    choice,
    /** Why the last file was rejected; '' if it was accepted. */
    problem,
    changed: choice.file !== null || choice.keptPictureId !== storedId,
    address: choice.square ?? (choice.keptPictureId === null ? null : pictureAddress(choice.keptPictureId)),
    choose,
    refuse: setProblem,
    remove: () => {
      latest.current = null;
      setProblem('');
      setChoice({ file: null, keptPictureId: null, square: null });
    },
  };
}

export type PictureState = ReturnType<typeof usePictureChoice>;
