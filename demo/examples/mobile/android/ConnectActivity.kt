package app.example

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.browser.customtabs.CustomTabsIntent
import androidx.lifecycle.lifecycleScope
import kotlinx.coroutines.launch

/** Connects a tax account in a Custom Tab. At the end, the app link opens this activity again. */
class ConnectActivity : ComponentActivity() {
    private val backend = Backend()

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        // The system may have ended the app while the tab was open. The app link then starts it again.
        if (intent.data != null) finishFlow(intent.data)
        else if (savedInstanceState == null) lifecycleScope.launch {
            val start = backend.post("/mobile/start", emptyMap())
            CustomTabsIntent.Builder().build()
                .launchUrl(this@ConnectActivity, Uri.parse(start.getString("url")))
        }
    }

    override fun onNewIntent(intent: Intent) {
        super.onNewIntent(intent)
        finishFlow(intent.data)
    }

    private fun finishFlow(link: Uri?) {
        val sessionId = link?.getQueryParameter("session_id") ?: return end(Activity.RESULT_CANCELED)
        lifecycleScope.launch {
            // `connected` is false when the person does not allow access.
            val answer = backend.post("/mobile/finish", mapOf("session_id" to sessionId))
            end(if (answer.optBoolean("connected")) Activity.RESULT_OK else Activity.RESULT_CANCELED)
        }
    }

    private fun end(result: Int) {
        setResult(result)
        finish()
    }
}
