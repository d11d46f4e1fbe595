/** What another program has worked out: the apps whose clicks do not come from people. */
export const flaggedApps = ["com.brightflash.torch", "com.cleanwizard.booster", "com.funnyfaces.camera.HDplus"];
