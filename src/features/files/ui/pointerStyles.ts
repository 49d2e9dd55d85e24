/** Shows an element only on devices where files can be dragged: those with a mouse, touchpad or pen. */
export const onlyWithMouse = { '@media not (any-pointer: fine)': { display: 'none' } } as const;

/** Shows an element only on devices whose only pointing device is a touchscreen. */
export const onlyWithTouch = { '@media (any-pointer: fine)': { display: 'none' } } as const;
