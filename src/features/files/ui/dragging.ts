/** Styles of what is said only where something can be dragged: where there is a mouse, a pen or a touchpad. */
export const withMouse = { '@media not (any-pointer: fine)': { display: 'none' } } as const;

/** Styles of what stands in its place where there are only fingers. */
export const withFinger = { '@media (any-pointer: fine)': { display: 'none' } } as const;
