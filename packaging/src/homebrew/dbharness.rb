class Dbharness < Formula
  desc "Database workload harness whose numbers can be trusted"
  homepage "https://dbharness.io"
  url "@release.url@/@name@.tar.gz"
  sha256 "@sha256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install "harness", "harness.jar"
    (bin/"harness").write_env_script libexec/"harness", Language::Java.overridable_java_home_env
  end

  def caveats
    "It brings a PostgreSQL for Linux only; on macOS give --target." if OS.mac?
  end

  test do
    assert_match "tpcc", shell_output("#{bin}/harness list")
  end
end
